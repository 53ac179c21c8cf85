// Whoever may connect a shop chooses the host that the server sends requests to. The messages of a saved connection therefore do
// not reveal whether a port of the operator's network is open, nor what answers there; the log keeps the cause.
import { isInternal } from '#server/domain/internal-address.ts'
import { SourceError } from '#server/ingest/source.ts'
import { TEXT } from './text.ts'

/** Failures before any response. */
const noAnswers = new WeakSet<SourceError>()
/** Refusals in WooCommerce's own words. */
const byStores = new WeakSet<SourceError>()

export function withoutAnswer(error: SourceError): SourceError {
  noAnswers.add(error)
  return error
}

export const hadNoAnswer = (error: unknown): boolean => error instanceof SourceError && noAnswers.has(error)

/** `body`: the body of the response. */
export function refusedWith(error: SourceError, body: string): SourceError {
  if (/^\s*\{\s*"code"\s*:\s*"(?:woocommerce|rest)_/.test(body)) byStores.add(error)
  return error
}

/** The host answers, but is not WooCommerce. */
export const noStore = (cause: SourceError): SourceError =>
  new SourceError(cause.kind, TEXT.noStore, { retryAfter: cause.retryAfter, cause })

/** The error to show for a saved connection to this address. */
export async function concealed(error: SourceError, base: URL): Promise<SourceError> {
  if (noAnswers.has(error)) return noStore(error)
  return byStores.has(error) || !(await isInternal(base)) ? error : noStore(error)
}

// A single request without retries and its outcome, for connection tests and webhooks.
import { baseAddress, codeOf, isHtml, jsonIn, PHP_NOTICE, textOf, totalOf } from './client.ts'
import { authorized, type Keys } from './signing.ts'

export interface ProbeOptions extends Keys {
  readonly url: string
}

export type Probed =
  /** `data` is undefined where the answer is no JSON; `html`: it is a page for people. */
  | {
      kind: 'answer'
      status: number
      data: unknown
      html: boolean
      /** PHP printed notices before the data. */
      notice: boolean
      /** The server drops the Authorization header. */
      inQuery: boolean
      total: number | undefined
      location: string
    }
  | { kind: 'unreachable'; code: string }

export interface Probe {
  readonly base: URL
  ask(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Probed>
}

const TIMEOUT_MS = 20_000
/** A page of a hundred webhooks takes some 100 KiB. */
const LARGEST_ANSWER = 4 << 20

/**
 * `path` is below wp-json/wc/v3/, or starts with a slash and is relative to the shop's address. Throws for an invalid address.
 */
export function probeOf(options: ProbeOptions): Probe {
  const base = baseAddress(options.url)
  return {
    base,
    async ask(method, path, body) {
      const url = new URL(
        path.startsWith('/') ? `${base.href}${path.slice(1)}` : `${base.href}wp-json/wc/v3/${path}`,
      )
      const send = async (to: URL, authorization: string) => {
        const answer = await fetch(to, {
          method,
          headers: {
            ...(authorization && { authorization }),
            accept: 'application/json',
            'user-agent': 'Gondola',
            ...(body && { 'content-type': 'application/json' }),
          },
          ...(body && { body: JSON.stringify(body) }),
          redirect: 'manual',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        })
        // A longer response does not come from WooCommerce.
        return { answer, text: (await textOf(answer, LARGEST_ANSWER)) ?? '' }
      }
      try {
        const { answer: response, text, inQuery } = await authorized(url, options, method, send)
        const data = jsonIn(text)
        return {
          kind: 'answer',
          status: response.status,
          data,
          html: data === undefined && isHtml(response, text),
          notice: PHP_NOTICE.test(text),
          inQuery,
          total: totalOf(response),
          location: response.headers.get('location') ?? '',
        }
      } catch (error) {
        const late = error instanceof Error && error.name === 'TimeoutError'
        return { kind: 'unreachable', code: late ? 'TIMEOUT' : codeOf(error) }
      }
    },
  }
}

/** A field of a response as text; '' if it is missing. */
export function fieldOf(data: unknown, ...path: string[]): string {
  let at = data
  for (const name of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined
  return typeof at === 'string' || typeof at === 'number' ? String(at) : ''
}

// Calls the WooCommerce REST API (v3) with timeouts, retries with backoff, and Spanish errors.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { proxyTo } from '#server/domain/proxy.ts'
import { SourceError } from '#server/ingest/source.ts'
import { type CacheWatch, cacheWatch } from './cache-watch.ts'
import { concealed, refusedWith, withoutAnswer } from './concealed.ts'
import { DECIMALS } from './decimals.ts'
import { authorized, type Keys, refusesSignature } from './signing.ts'
import { TEXT } from './text.ts'

export interface ClientOptions extends Keys {
  /** Origin of the keys. A user chose the host of 'stored' ones, so messages reveal less about it. */
  readonly keysFrom?: 'environment' | 'stored'
  /** Address of the shop, also with a folder: https://tienda.ejemplo.com.ar/shop */
  readonly url: string
  readonly timeoutMs?: number
  /** Per request. */
  readonly attempts?: number
  /** Waits between attempts; replaced in tests. */
  readonly pause?: (ms: number) => Promise<unknown>
  /** From 0 to 1, for the jitter of the waits. */
  readonly random?: () => number
}

export interface Answer {
  readonly body: unknown
  /** X-WP-Total; reliable only for pages that exist. */
  readonly total: number | undefined
  /** The shop's clock: its `Date` header. */
  readonly date: Date | undefined
}

export interface Client {
  readonly origin: string
  get(
    path: string,
    query?: Readonly<Record<string, string | number>>,
    options?: { readonly attempts?: number },
  ): Promise<Answer>
  /** The error to show: less about a host that does not look like a shop. */
  shown(error: unknown): Promise<unknown>
  /** Whether answers came from a cache instead of the shop. */
  isCached(): boolean
  /** The shop's clock in its latest answer. */
  date(): Date | undefined
  close(): void
}

const FIRST_PAUSE = 500
const LONGEST_PAUSE = 30_000
const LONGEST_ASKED_PAUSE = 300
const MEBIBYTE = 1 << 20
/** A page of a hundred orders with hundreds of lines each takes some 30 MiB. */
const LARGEST_ANSWER = 64 * MEBIBYTE
/** Pause between requests to a failing shop: doubled by each failure, halved by each response. */
const FIRST_REST = 250
const LONGEST_REST = 5_000

export function wooCommerceClient(options: ClientOptions): Client {
  const { random = Math.random } = options
  const base = baseAddress(options.url)
  const stop = new AbortController()
  // Closing ends the wait.
  const wait = (ms: number) => sleep(ms, undefined, { signal: stop.signal }).catch(() => {})
  const { pause = wait } = options
  let rest = 0
  let isStore = false
  let date: Date | undefined
  const cache = cacheWatch()

  const get: Client['get'] = async (path, query = {}, { attempts = options.attempts ?? 6 } = {}) => {
    const url = new URL(`${base.href}wp-json/wc/v3/${path}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
    if (/^(orders|refunds)\b/.test(path)) url.searchParams.set('dp', String(DECIMALS))
    for (let attempt = 1; ; attempt++) {
      if (rest > 0 && attempt === 1) await pause(rest)
      try {
        // A cache that goes by the address must not answer in the shop's place.
        url.searchParams.set('gondola', unique())
        const answer = await ask(url, path, options, { stop: stop.signal, cache })
        rest = rest < FIRST_REST ? 0 : rest / 2
        isStore ||= answer.total !== undefined
        date = answer.date
        return answer
      } catch (error) {
        const passing = error instanceof SourceError && error.kind === 'unavailable'
        if (passing) rest = Math.min(Math.max(rest * 2, FIRST_REST), LONGEST_REST)
        if (!passing || attempt >= attempts || stop.signal.aborted) throw await shown(error)
        await pause(pauseBefore(attempt, error.retryAfter, random()))
      }
    }
  }
  const shown = async (error: unknown) =>
    options.keysFrom === 'stored' && !isStore && error instanceof SourceError ? concealed(error, base) : error
  return {
    ...{ origin: base.href, get, shown },
    ...{ date: () => date, isCached: cache.isCached, close: () => stop.abort() },
  }
}

const unique = () => randomBytes(8).toString('hex')

/** Exponential backoff with jitter; the shop's Retry-After takes precedence. */
function pauseBefore(attempt: number, retryAfter: number | undefined, random: number): number {
  if (retryAfter !== undefined) return Math.min(retryAfter, LONGEST_ASKED_PAUSE) * 1000
  const longest = Math.min(FIRST_PAUSE * 2 ** attempt, LONGEST_PAUSE)
  return longest / 2 + random * (longest / 2)
}

/** The shop's base address; throws SourceError for an invalid one. */
export function baseAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new SourceError('address', TEXT.badAddress(withoutKeys(text)))
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new SourceError('address', TEXT.plainHttp(url.host))
  url.search = ''
  url.hash = ''
  url.username = ''
  url.password = ''
  url.pathname = url.pathname.replace(/\/wp-json\b.*$/, '').replace(/\/*$/, '/')
  return url
}

/** Messages must not repeat keys typed into the address. */
const withoutKeys = (text: string): string => text.replace(/\/\/[^/@]*@/, '//').replace(/\?.*$/, '')

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host)

interface Asking {
  readonly stop: AbortSignal
  readonly cache: CacheWatch
}

async function ask(url: URL, path: string, options: ClientOptions, { stop, cache }: Asking): Promise<Answer> {
  const { timeoutMs = 60_000 } = options
  const asked = Date.now()
  try {
    const { answer: response, text } = await authorized(url, options, 'GET', async (to, authorization) => {
      const answer = await fetch(to, {
        headers: {
          ...(authorization && { authorization }),
          accept: 'application/json',
          'user-agent': 'Gondola',
          ...{ 'cache-control': 'no-cache', pragma: 'no-cache' },
        },
        redirect: 'manual',
        signal: AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]),
      })
      const body = await textOf(answer, LARGEST_ANSWER)
      if (body === undefined)
        throw new SourceError('unexpected', TEXT.tooLong(path, LARGEST_ANSWER / MEBIBYTE))
      return { answer, text: body }
    })
    if (!response.ok) throw refusedWith(refusal(response, text, path, options.keysFrom), text)
    cache.look(response.headers, asked)
    return { body: parsed(response, text, path), total: totalOf(response), date: dateOf(response) }
  } catch (error) {
    throw error instanceof SourceError ? error : connectionError(error, url.host, path, timeoutMs)
  }
}

/** Undefined for a body of more than `most` bytes after decompression; the rest is not read. */
export async function textOf(response: Response, most: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > most) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

export function totalOf(response: Response): number | undefined {
  const total = Number(response.headers.get('x-wp-total') ?? Number.NaN)
  return Number.isSafeInteger(total) ? total : undefined
}

function dateOf(response: Response): Date | undefined {
  const date = new Date(response.headers.get('date') ?? '')
  return Number.isNaN(date.getTime()) ? undefined : date
}

function parsed(response: Response, text: string, path: string): unknown {
  const data = jsonIn(text)
  // After output has begun, PHP sends no more headers, so a list comes without its total.
  const isComplete = !Array.isArray(data) || response.headers.has('x-wp-total') || !PHP_NOTICE.test(text)
  if (data !== undefined && isComplete) return data
  if (PHP_NOTICE.test(text)) throw new SourceError('unexpected', TEXT.phpNotice)
  if (isHtml(response, text)) throw new SourceError('unavailable', TEXT.html(path))
  if (/^\s*[[{]/.test(text) || text === '') throw new SourceError('unavailable', TEXT.cut(path))
  throw new SourceError('unexpected', TEXT.notWooCommerce(path))
}

/** Notices that PHP prints before the data, each on lines of its own, if the server displays errors. */
export const PHP_NOTICE =
  /^\s*(?:<br ?\/>\s*)?(?:<b>)?(?:PHP )?(?:Warning|Notice|Deprecated|Strict Standards)(?:<\/b>)?: /

/** Undefined for other text. Plug-ins print byte order marks before the data, caches and PHP comments and warnings after it. */
export function jsonIn(text: string): unknown {
  // Byte order marks are white space.
  const trimmed = text.trim()
  const data = PHP_NOTICE.test(trimmed) ? trimmed.slice(startOfData(trimmed)) : trimmed
  const whole = parsedJson(data)
  if (whole !== undefined || !/^[[{]/.test(data)) return whole
  for (const { index } of [...data.matchAll(PRINTED_AFTER)].slice(-MOST_ENDS).reverse()) {
    const found = parsedJson(data.slice(0, index + 1))
    if (found !== undefined) return found
  }
  return undefined
}

/** Where data may end; within it too, in texts. */
const PRINTED_AFTER = /[\]}](?=\s*(?:<|(?:PHP )?(?:Warning|Notice|Deprecated): ))/g
const MOST_ENDS = 5

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const startOfData = (text: string): number => Math.max(text.search(/(?<=^(?:<br ?\/>)?)[[{]/m), 0)

export const isHtml = (response: Response, text: string): boolean =>
  /^\s*<(?:!doctype|html|head|body|script)/i.test(text) ||
  (response.headers.get('content-type')?.includes('text/html') ?? false)

function refusal(response: Response, text: string, path: string, keysFrom: ClientOptions['keysFrom']) {
  const { status } = response
  const location = response.headers.get('location')
  if (status >= 300 && status < 400)
    return new SourceError('redirect', TEXT.redirect(ownTarget(location ?? '', new URL(response.url))))
  const isSigned = new URL(response.url).protocol === 'http:'
  if (status === 401 && isSigned && refusesSignature(text))
    return new SourceError('unauthorized', TEXT.signature)
  if (status === 401) return new SourceError('unauthorized', TEXT.unauthorized(keysFrom))
  if (status === 403) return new SourceError('forbidden', TEXT.forbidden)
  if (status === 404 || status === 410)
    return new SourceError('not-found', TEXT.notFound(path), { code: codeIn(text) })
  if (status === 408 || status === 425 || status === 429 || status >= 500) {
    return new SourceError('unavailable', TEXT.busy(status, path), { retryAfter: retryAfter(response) })
  }
  return new SourceError('refused', TEXT.refused(status, path))
}

/** The code of a refusal in the shop's own words. */
function codeIn(text: string): string | undefined {
  const body = jsonIn(text)
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : undefined
}

/** Retry-After in seconds or as a date. */
function retryAfter(response: Response): number | undefined {
  const told = response.headers.get('retry-after') ?? ''
  const seconds = /^\s*\d+\s*$/.test(told) ? Number(told) : (Date.parse(told) - Date.now()) / 1000
  return seconds > 0 ? seconds : undefined
}

/** The address of the shop that a redirect leads to; '' for another site, whose responses are never quoted. */
export function ownTarget(location: string, from: URL): string {
  if (!URL.canParse(location, from.href)) return ''
  const url = new URL(location, from)
  const site = ({ hostname }: URL) => hostname.replace(/^www\./, '')
  // Without the API path, whose parameters may hold keys.
  return site(url) === site(from) ? url.origin + url.pathname.replace(/wp-json\b.*$/, '') : ''
}

/** Codes of refused certificates. */
export const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/

function connectionError(error: unknown, host: string, path: string, timeoutMs: number): SourceError {
  if (error instanceof Error && error.name === 'TimeoutError')
    return withoutAnswer(new SourceError('unavailable', TEXT.timeout(path, Math.round(timeoutMs / 1000))))
  const code = codeOf(error)
  const proxy = proxyTo(host.replace(/:\d+$/, ''))
  if (proxy && !CERTIFICATE.test(code))
    return withoutAnswer(new SourceError('unavailable', TEXT.throughProxy(host, proxy.host, code)))
  if (code === 'ENOTFOUND') return new SourceError('address', TEXT.unknownHost(host))
  if (CERTIFICATE.test(code)) return new SourceError('address', TEXT.certificate(host, code))
  return withoutAnswer(new SourceError('unavailable', TEXT.unreachable(host, code)))
}

/** The code of the cause that fetch wraps. */
export function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string') return at.code
  return ''
}

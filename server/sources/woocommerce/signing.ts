// Authentication of requests: Basic over https, OAuth 1.0a (one-legged, HMAC-SHA256) over plain http.
import { createHmac, randomBytes } from 'node:crypto'

export interface Keys {
  readonly key: string
  readonly secret: string
}

/** Whether a shop's response refuses the OAuth signature, in English or Spanish: shops refuse in the language of their site. */
export const refusesSignature = (answer: string): boolean =>
  /signature|timestamp|nonce|firma|marca de tiempo|fecha y hora/i.test(answer)

/** In any language, the code of a refusal of the secret or of what the key may do: the key itself has arrived. */
const KNOWS_KEY = /"woocommerce_rest_authentication_error"/

export const basic = ({ key, secret }: Keys): string =>
  `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`

/** Addresses of shops whose server drops the Authorization header, as far as this process has met them. */
const withoutHeaders = new Set<string>()

/** WordPress's own addresses are open, and refuse the keys where it takes them for an application's password. */
const TAKES_KEYS = /\/wp-json\/wc\//

type Answered = Pick<Response, 'status' | 'headers'>
type Send<T extends Answered> = (url: URL, authorization: string) => Promise<{ answer: T; text: string }>

/** Addresses of shops whose server leads to the same address with a slash at its end, which is no other shop. */
const withSlashes = new Set<string>()

const withSlash =
  <T extends Answered>(send: Send<T>): Send<T> =>
  async (url, authorization) => {
    if (url.pathname.endsWith('/')) return send(url, authorization)
    const slashed = new URL(url)
    slashed.pathname += '/'
    if (withSlashes.has(url.origin)) return send(slashed, authorization)
    const found = await send(url, authorization)
    const { status, headers } = found.answer
    if (status < 300 || status >= 400 || !leadsTo(slashed, headers.get('location'))) return found
    withSlashes.add(url.origin)
    return send(slashed, authorization)
  }

const leadsTo = ({ origin, pathname }: URL, location: string | null): boolean => {
  const target = location !== null && URL.canParse(location, origin) ? new URL(location, origin) : undefined
  return target?.origin === origin && target.pathname === pathname
}

/**
 * Calls `send` with the authorization of a request. Where a server drops the header over https, it tries the keys in the query, as
 * WooCommerce allows, and remembers what worked; a refusal of the secret or of a permission shows that the header arrived.
 */
export async function authorized<T extends Answered>(
  url: URL,
  keys: Keys,
  method: string,
  sendOnce: Send<T>,
): Promise<{ answer: T; text: string; inQuery: boolean }> {
  const send = withSlash(sendOnce)
  if (!TAKES_KEYS.test(url.pathname)) return { ...(await send(url, '')), inQuery: false }
  // The signature covers the address, which therefore stays.
  if (url.protocol !== 'https:')
    return { ...(await sendOnce(url, oauth(url, keys, Date.now(), undefined, method))), inQuery: false }
  const first = withoutHeaders.has(url.origin) ? undefined : await send(url, basic(keys))
  if (first && (first.answer.status !== 401 || KNOWS_KEY.test(first.text)))
    return { ...first, inQuery: false }
  const signed = new URL(url)
  signed.searchParams.set('consumer_key', keys.key)
  signed.searchParams.set('consumer_secret', keys.secret)
  const second = await send(signed, '')
  if (second.answer.status < 300) withoutHeaders.add(url.origin)
  if (second.answer.status === 401) withoutHeaders.delete(url.origin)
  return first && second.answer.status === 401 ? { ...first, inQuery: false } : { ...second, inQuery: true }
}

/** The OAuth header of a request; a header, because URLs end up in logs. The signature does not cover a JSON body. */
export function oauth(
  url: URL,
  { key, secret }: Keys,
  now: number,
  nonce = randomBytes(16).toString('hex'),
  method = 'GET',
): string {
  const own: Record<string, string> = {
    oauth_consumer_key: key,
    oauth_nonce: nonce,
    oauth_signature_method: 'HMAC-SHA256',
    oauth_timestamp: String(Math.floor(now / 1000)),
  }
  const signature = oauthSignature(url, { ...Object.fromEntries(url.searchParams), ...own }, secret, method)
  const fields = Object.entries({ ...own, oauth_signature: signature })
  return `OAuth ${fields.map(([name, value]) => `${name}="${escaped(value)}"`).join(', ')}`
}

/** Signature over method, address and all parameters, sorted, as WooCommerce checks it. */
export function oauthSignature(url: URL, parameters: Record<string, string>, secret: string, method = 'GET') {
  const sorted = Object.entries(parameters).sort(([one], [other]) => (one < other ? -1 : 1))
  const query = sorted.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join('&')
  const signed = `${method}&${escaped(url.origin + url.pathname)}&${escaped(query)}`
  return createHmac('sha256', `${secret}&`).update(signed).digest('base64')
}

/** RFC 3986, as PHP's rawurlencode. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

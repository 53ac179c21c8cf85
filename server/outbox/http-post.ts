// Posts JSON to addresses that people entered: follows no redirects, keeps the status of an answer and at most the beginning of its
// body, and refuses addresses of this network unless they are allowed.
import { type LookupAddress, lookup } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isInternalAddress } from '#server/domain/internal-address.ts'
import { proxyTo } from '#server/domain/proxy.ts'

export interface Post {
  readonly url: URL
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly allowsInternal: boolean
  /** The beginning of the body is wanted too. */
  readonly readsBody?: boolean
}

export interface PostAnswer {
  readonly status: number
  /** Seconds of Retry-After. */
  readonly retryAfter: number | undefined
  /** At most about LONGEST_BODY characters; '' unless it was wanted. */
  readonly body: string
}

export class InternalAddress extends Error {}

const TIMEOUT_MS = 10_000
const LONGEST_BODY = 1000

async function beginningOf(response: IncomingMessage): Promise<string> {
  let text = ''
  response.setEncoding('utf8')
  for await (const piece of response) {
    text += piece
    if (text.length >= LONGEST_BODY) break
  }
  return text
}

/** Checks the address of the actual connection, so that a host name cannot resolve to another one in between. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return callback(error, [])
    if (found.some(({ address, family }) => isInternalAddress(address, family)))
      return callback(new InternalAddress(), [])
    if (options.all) return callback(null, found)
    const [first] = found
    callback(null, first?.address ?? '', first?.family)
  })
}

const assertPublic = (host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    publicLookup(host, {}, (error) => (error ? reject(error) : resolve()))
  })

export async function post({
  url,
  body,
  headers,
  allowsInternal,
  readsBody = false,
}: Post): Promise<PostAnswer> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!allowsInternal && isIP(host) > 0 && isInternalAddress(host, isIP(host))) throw new InternalAddress()
  // A proxy looks the name up itself.
  if (!allowsInternal && proxyTo(host, url.protocol)) await assertPublic(host)
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(!allowsInternal && { lookup: publicLookup }),
    })
    request.on('error', reject)
    request.on('response', (response) => {
      const seconds = Number(response.headers['retry-after'])
      const answer = {
        status: response.statusCode ?? 0,
        retryAfter: Number.isSafeInteger(seconds) && seconds >= 0 ? seconds : undefined,
      }
      if (readsBody) beginningOf(response).then((text) => resolve({ ...answer, body: text }), reject)
      else {
        resolve({ ...answer, body: '' })
        response.destroy()
      }
    })
    request.end(body)
  })
}

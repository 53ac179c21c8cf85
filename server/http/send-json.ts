// Sends JSON with an ETag made from data versions, caches and compresses it, and answers 304 to a current client.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Column } from '#contract/columns.ts'
import type { Freshness } from '#contract/vocabulary.ts'
import { monthsAmong } from '#server/domain/data-months.ts'
import { withBudget } from '#server/store/cancellation.ts'
import type { App, Versions } from './app.ts'
import { permissionFingerprint } from './principal.ts'
import type { CachedResponse } from './response-cache.ts'

const compress = promisify(gzip)
const COMPRESSED_FROM = 1024

/** Depended on by responses that orders of any month may change, including a month without any so far. */
export const EVERY_MONTH = '*'

/** What a response about accounts depends on besides its months: orders of any month may change the owner of an account. */
export const accountReads = (scope: readonly string[] | null): string[] =>
  scope === null ? [] : [EVERY_MONTH]

const namesOf = (reads: readonly string[], versions: Versions): string[] =>
  reads.flatMap((name) => (name === EVERY_MONTH ? monthsAmong(versions.keys()) : name))

/** The versions of what a response read, as one text; a name without a version has version 0. */
export const stampOf = (reads: readonly string[], versions: Versions) =>
  namesOf(reads, versions)
    .map((name) => `${name}:${versions.get(name)?.version ?? 0}`)
    .join(' ')

/** Responses known to be valid for these versions: computing the stamp over all months costs as much as the rest of a call. */
const validFor = new WeakMap<Versions, WeakSet<CachedResponse>>()

function isValid(response: CachedResponse, versions: Versions): boolean {
  const known = validFor.get(versions) ?? new WeakSet()
  if (known.has(response)) return true
  if (response.stamp !== stampOf(response.reads, versions)) return false
  validFor.set(versions, known.add(response))
  return true
}

/** Months of a response and the latest change of anything it was read from. */
export function freshnessOf(
  months: readonly string[],
  reads: readonly string[],
  versions: Versions,
): Freshness {
  const times = namesOf(reads, versions).flatMap((name) => versions.get(name)?.updated_at ?? [])
  return { updated_at: times.sort().at(-1) ?? null, months: [...months] }
}

/** What a response of these months depends on: the months, the data that all months share, and other names. */
export const readsOf = (months: readonly string[], more: readonly string[] = []): string[] => [
  ...new Set([...months, ...(months.length > 0 ? ['dimensions'] : []), ...more]),
]

interface Content {
  readonly body: unknown
  readonly reads: readonly string[]
}

/** Whether responses to this principal contain names or e-mails of customers, which only the server's cache may keep. */
export const holdsPersonal = (columns: readonly Column[], { personal }: { personal: boolean }): boolean =>
  personal && columns.some((column) => column.personal)

export interface CachedCall {
  /** Tells the calls of an endpoint apart, besides what the principal may see. */
  readonly key: readonly unknown[]
  readonly holdsPersonal: boolean
}

export async function sendCached(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  { key: own, holdsPersonal }: CachedCall,
  read: () => Promise<Content>,
): Promise<FastifyReply> {
  const { versions, callerLeft, principal, routeOptions } = request
  const key = JSON.stringify([routeOptions.url, ...own, permissionFingerprint(principal)])
  const known = app.responses.get(key)
  const valid = known && isValid(known, versions) ? known : undefined
  if (valid) app.responses.hits++
  else app.responses.misses++
  const cached =
    valid ??
    (await app.pending.run(key, versions, callerLeft, async (allLeft) => {
      const { body, reads } = await app.limits.calls.run(
        () => withBudget(app.limits.budget, allLeft, read),
        allLeft,
      )
      const made = responseOf(`${app.version}\n${key}`, body, reads, stampOf(reads, versions))
      app.responses.set(key, made)
      return made
    }))
  reply.header('etag', cached.etag).header('cache-control', holdsPersonal ? 'no-store' : 'private, no-cache')
  if (matchesTag(request.headers['if-none-match'], cached.etag)) return reply.status(304).send()
  return sendCompressed(request, reply, cached.json, () => {
    cached.gzip ??= compress(cached.json)
    return cached.gzip
  })
}

/** `call`: the product's version, since another one may answer in another shape, and the call. */
function responseOf(call: string, body: unknown, reads: readonly string[], stamp: string): CachedResponse {
  const hash = createHash('sha256').update(`${call}\n${stamp}`).digest('base64url').slice(0, 27)
  return { etag: `W/"${hash}"`, reads, stamp, json: Buffer.from(JSON.stringify(body)) }
}

/** JSON that must not be cached. */
export function sendUncached(
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
): Promise<FastifyReply> {
  const json = Buffer.from(JSON.stringify(body))
  reply.header('cache-control', 'no-store')
  return sendCompressed(request, reply, json, () => compress(json))
}

async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  json: Buffer,
  compressed: () => Promise<Buffer>,
): Promise<FastifyReply> {
  reply.type('application/json; charset=utf-8').header('vary', 'authorization, accept-encoding')
  if (json.length <= COMPRESSED_FROM || !acceptsGzip(request.headers['accept-encoding']))
    return reply.send(json)
  const body = await compressed()
  return reply.header('content-encoding', 'gzip').send(body)
}

export const matchesTag = (header: string | undefined, etag: string) =>
  header !== undefined &&
  (header.trim() === '*' ||
    header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, '')))

const acceptsGzip = (header: string | string[] | undefined) =>
  /(^|[\s,])(gzip|\*)\s*(;\s*q=(0?\.\d*[1-9]\d*|1(\.0*)?))?\s*(,|$)/i.test(String(header ?? ''))

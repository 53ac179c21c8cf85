// Sends JSON: tagged by the versions of the data it was read from, kept while they stand, packed when it pays, 304 when the caller has it.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isMonth } from '#contract/month.ts'
import type { Freshness } from '#contract/vocabulary.ts'
import type { App, Versions } from './app.ts'
import type { CachedResponse } from './response-cache.ts'

const pack = promisify(gzip)
const WORTH_PACKING = 1024

/** Read by an answer that any month's orders may change, also those of a month that has none yet. */
export const EVERY_MONTH = '*'

const namesOf = (reads: readonly string[], versions: Versions): string[] =>
  reads.flatMap((name) => (name === EVERY_MONTH ? [...versions.keys()].filter(isMonth).sort() : name))

/** Versions of what was read, as one word; a name nobody has written yet has version 0. */
const stampOf = (reads: readonly string[], versions: Versions) =>
  namesOf(reads, versions)
    .map((name) => `${name}:${versions.get(name)?.version ?? 0}`)
    .join(' ')

/** Answers that stand by these versions: with an answer of every month, their stamp alone costs as much as the rest. */
const standing = new WeakMap<Versions, WeakSet<CachedResponse>>()

function stands(answer: CachedResponse, versions: Versions): boolean {
  const known = standing.get(versions) ?? new WeakSet()
  if (known.has(answer)) return true
  if (answer.stamp !== stampOf(answer.reads, versions)) return false
  standing.set(versions, known.add(answer))
  return true
}

/** Months of an answer and the latest change of anything it was read from. */
export function freshnessOf(
  months: readonly string[],
  reads: readonly string[],
  versions: Versions,
): Freshness {
  const times = namesOf(reads, versions).flatMap((name) => versions.get(name)?.updated_at ?? [])
  return { updated_at: times.sort().at(-1) ?? null, months: [...months] }
}

/** What an answer of these months depends on: the months, what all months share, and whatever else it names. */
export const readsOf = (months: readonly string[], more: readonly string[] = []): string[] => [
  ...new Set([...months, ...(months.length > 0 ? ['dimensions'] : []), ...more]),
]

export interface Made {
  readonly body: unknown
  readonly reads: readonly string[]
}

/** `key` names the question whole: call, parameters, and what the caller may see. */
export async function sendCached(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  make: () => Promise<Made>,
): Promise<FastifyReply> {
  const kept = app.answers.get(key)
  let answer: CachedResponse
  if (kept && stands(kept, request.versions)) answer = kept
  else {
    const { body, reads } = await make()
    const stamp = stampOf(reads, request.versions)
    // Another version of the product may answer the same question in another shape.
    const said = `${app.version}\n${key}\n${stamp}`
    const etag = `W/"${createHash('sha256').update(said).digest('base64url').slice(0, 27)}"`
    answer = { etag, reads, stamp, json: Buffer.from(JSON.stringify(body)) }
    app.answers.set(key, answer)
  }
  reply.header('etag', answer.etag).header('cache-control', 'private, no-cache')
  if (holds(request.headers['if-none-match'], answer.etag)) return reply.status(304).send()
  return sendPacked(request, reply, answer.json, async () => {
    const packed = answer.gzip ?? (await pack(answer.json))
    app.answers.addGzip(key, answer, packed)
    return packed
  })
}

/** JSON that no cache may keep. */
export function sendUncached(
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
): Promise<FastifyReply> {
  const json = Buffer.from(JSON.stringify(body))
  reply.header('cache-control', 'no-store')
  return sendPacked(request, reply, json, () => pack(json))
}

async function sendPacked(
  request: FastifyRequest,
  reply: FastifyReply,
  json: Buffer,
  packed: () => Promise<Buffer>,
): Promise<FastifyReply> {
  reply.type('application/json; charset=utf-8').header('vary', 'authorization, accept-encoding')
  if (json.length <= WORTH_PACKING || !takesGzip(request.headers['accept-encoding'])) return reply.send(json)
  const body = await packed()
  return reply.header('content-encoding', 'gzip').send(body)
}

const holds = (header: string | undefined, etag: string) =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.slice(2)))

const takesGzip = (header: string | string[] | undefined) =>
  /(^|[\s,])(gzip|\*)\s*(;\s*q=(0?\.\d*[1-9]\d*|1(\.0*)?))?\s*(,|$)/i.test(String(header ?? ''))

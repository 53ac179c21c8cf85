// Calls the API in the name of an API token, inside this process: with the same checks, limits and cache as over the network.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { entryOf } from '#contract/entry.ts'
import type { Failure } from '#contract/vocabulary.ts'
import { Refusal } from './refusal.ts'

type Value = string | number | readonly string[] | undefined

interface Sent {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, Value>>
}

export interface Caller {
  /** The whole response of the call; throws an error in words for what the API refuses. */
  get<E extends Endpoint>(endpoint: E, sent?: Sent): Promise<z.infer<E['response']>>
  /** Address of the screen that shows the same. */
  link(path: string): string
}

/** Maximum duration of a call, which is about as long as an assistant waits. */
const MOST_MS = 30_000

/** `left` aborts when the client leaves. */
export function callerOf(
  server: FastifyInstance,
  { headers: { authorization = '' }, ip }: FastifyRequest,
  origin: string,
  left: AbortSignal,
): Caller {
  return {
    link: (path) => `${origin}${path}`,
    async get<E extends Endpoint>(endpoint: E, { params = {}, query = {} }: Sent = {}) {
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name) =>
        encodeURIComponent(entryOf(params, name) ?? ''),
      )
      const timeout = AbortSignal.timeout(MOST_MS)
      const reply = await server
        .inject({
          method: 'GET',
          url: `${path}?${searchOf(query)}`,
          headers: { authorization },
          remoteAddress: ip,
          signal: AbortSignal.any([left, timeout]),
        })
        .catch((error: unknown) => {
          throw timeout.aborted ? new Refusal(`The answer took more than ${MOST_MS / 1000} seconds.`) : error
        })
      if (reply.statusCode !== 200) throw new Refusal(refusalOf(reply.statusCode, reply.json()))
      return endpoint.response.parse(reply.json()) as z.infer<E['response']>
    },
  }
}

function searchOf(query: Readonly<Record<string, Value>>): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    for (const one of typeof value === 'object' ? value : [String(value)]) search.append(name, one)
  }
  return search
}

const refusalOf = (status: number, { message, errors = [] }: Failure) =>
  [`${status} ${message}`, ...errors.map((one) => `${one.path}: ${one.message}`)].join('\n')

// Registers contract endpoints as routes: access, validation, envelope. `monthRoute` and `listRoute` build on it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { DataOf, Endpoint } from '#contract/endpoint.ts'
import { health } from '#contract/settings.ts'
import { withBudget } from '#server/store/cancellation.ts'
import { guard } from './access.ts'
import type { App, Versions } from './app.ts'
import type { TableCall } from './mailed.ts'
import { hasFields, operationOf, responsesOf } from './openapi.ts'
import { may, type Principal } from './principal.ts'
import { sendUncached } from './send-json.ts'

export interface Call<E extends Endpoint> {
  readonly params: z.infer<E['params']>
  readonly query: z.infer<E['query']>
  readonly body: z.infer<E['body']>
  readonly principal: Principal
  /** Distributors of the principal, null for all: every query goes through `inScope(scope, column)`. */
  readonly scope: readonly string[] | null
  /** False: the response must not contain names or e-mails of customers. */
  readonly personal: boolean
  /** IP address of the client. */
  readonly address: string
  readonly versions: Versions
  readonly log: FastifyRequest['log']
}

/** Callers that are not signed in send small forms at most. */
const PUBLIC_BODY = 16 * 1024

/** What a handler returns: nothing, where the response has no data. */
// biome-ignore lint/suspicious/noConfusingVoidType: it is what functions without a return statement return.
type Returned<E extends Endpoint> = DataOf<E> extends Record<string, never> ? void : DataOf<E>

/** A plain call; its response is never cached. `metaOf`: for an endpoint whose response has `meta`. */
export function route<E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: (call: Call<E>, reply: FastifyReply) => Promise<Returned<E>>,
  metaOf?: (data: Returned<E>, versions: Versions) => object,
): void {
  register(app, endpoint, async (request, reply) => {
    const data = await inLane(app, endpoint, request, () => handler(callOf(request), reply))
    const meta = metaOf && { meta: metaOf(data, request.versions) }
    return sendUncached(request, reply, envelope(endpoint, { data: data ?? {}, ...meta }))
  })
}

/** Calls that only read end when their caller leaves or their budget is spent. */
function inLane<T>(
  { limits }: App,
  { path, method, acts, onlyReads }: Endpoint,
  { callerLeft }: FastifyRequest,
  answer: () => Promise<T>,
): Promise<T> {
  if (path === health.path) return answer()
  if (onlyReads || (method === 'GET' && !acts))
    return limits.calls.run(() => withBudget(limits.budget, callerLeft, answer), callerLeft)
  return limits.calls.run(answer)
}

export function register<E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  app.server.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: !endpoint.acts,
    ...(endpoint.access === 'public' && { bodyLimit: PUBLIC_BODY }),
    onRequest: guard(app, endpoint),
    schema: {
      ...(hasFields(endpoint.params) && { params: endpoint.params }),
      ...(hasFields(endpoint.query) && { querystring: endpoint.query }),
      ...(endpoint.method !== 'GET' && hasFields(endpoint.body) && { body: endpoint.body }),
      response: responsesOf(endpoint),
      // For the OpenAPI description only.
      ...operationOf(endpoint),
    },
    handler,
  })
}

/** Fastify has already validated the parameters with the schemas of the endpoint. */
export function callOf<E extends Endpoint>(request: FastifyRequest): Call<E> {
  const { principal } = request
  return {
    params: (request.params ?? {}) as z.infer<E['params']>,
    query: (request.query ?? {}) as z.infer<E['query']>,
    body: (request.body ?? {}) as z.infer<E['body']>,
    principal,
    scope: principal.scope,
    personal: may(principal, 'personal-data'),
    address: request.ip,
    versions: request.versions,
    log: request.log,
  }
}

/** A call that no request made, such as the one that a mail speaks of; its parameters are valid. */
export function callOfTable<E extends Endpoint>(
  app: App,
  { params, query, principal, versions }: TableCall,
): Call<E> {
  return {
    params: params as z.infer<E['params']>,
    query: query as z.infer<E['query']>,
    body: {} as z.infer<E['body']>,
    principal,
    scope: principal.scope,
    personal: may(principal, 'personal-data'),
    address: '',
    versions,
    log: app.server.log,
  }
}

/** Drops fields that the contract does not name; a response that breaks the contract is a 500. */
export function envelope(endpoint: Endpoint, content: { data: unknown; meta?: object }): unknown {
  const result = z.safeParse(endpoint.response, { success: true, ...content })
  if (result.success) return result.data
  const [first] = result.error.issues
  throw new Error(
    `Response of ${endpoint.method} ${endpoint.path} breaks its contract at ${first?.path.join('.')}: ${first?.message}`,
  )
}

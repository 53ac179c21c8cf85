// /mcp: the Model Context Protocol over streamable HTTP, for assistants with an API token. Requests are stateless.
import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { z } from 'zod'
import { MCP_PATH } from '#contract/assistants.ts'
import { guard } from '#server/http/access.ts'
import type { App } from '#server/http/app.ts'
import { HttpError } from '#server/http/errors.ts'
import { safeError } from '#server/http/logging.ts'
import { errorResponses } from '#server/http/openapi.ts'
import { callerOf } from './caller.ts'

/** Loaded by the first request of an assistant. */
const library = () => import('@modelcontextprotocol/server')

const OPEN = { access: 'session', method: 'POST', forApiTokens: true } as const

/** `publicUrl`: address of the server without a final slash; '': that of the request. */
export function assistantRoutes(app: App, { publicUrl }: { publicUrl: string }): void {
  const originOf = (request: FastifyRequest) => publicUrl || `${request.protocol}://${request.host}`
  const metadataOf = async (request: FastifyRequest) =>
    (await library()).getOAuthProtectedResourceMetadataUrl(new URL(MCP_PATH, originOf(request)))

  app.server.get(`/.well-known/oauth-protected-resource${MCP_PATH}`, {
    schema: { hide: true },
    handler: async (request, reply) =>
      reply.header('cache-control', 'no-cache').send({
        resource: `${originOf(request)}${MCP_PATH}`,
        resource_name: 'Góndola',
        bearer_methods_supported: ['header'],
      }),
  })

  app.server.route({
    method: 'POST',
    url: MCP_PATH,
    schema: SCHEMA,
    onRequest: async (request, reply) => {
      await assertOwnOrigin(request, originOf(request))
      await asApiToken(app, request, reply, await metadataOf(request))
    },
    handler: async (request, reply) => {
      const access = app.watchAccess(request.principal, request.versions)
      const left = AbortSignal.any([request.callerLeft, access.signal])
      const onError = (error: unknown) => {
        if (!left.aborted) request.log.error({ failure: safeError(error) }, 'tool failed')
      }
      const caller = callerOf(app.server, request, originOf(request), left)
      const { createMcpHandler } = await library()
      const { mcpServer } = await import('./mcp-server.ts')
      const { fetch } = createMcpHandler(() => mcpServer(app.version, caller, onError), {
        // Tools do not change while the server runs.
        maxSubscriptions: 0,
      })
      try {
        const answer = await fetch(webRequest(request, originOf(request), left), { parsedBody: request.body })
        const text = await answer.text()
        access.signal.throwIfAborted()
        for (const [name, value] of answer.headers) reply.header(name, value)
        return reply.status(answer.status).header('cache-control', 'no-store').send(text)
      } catch (error) {
        throw access.signal.aborted ? new HttpError('unauthorized') : error
      } finally {
        access.stop()
      }
    },
  })

  // Requests are stateless, so there is no stream to listen to and no session to end.
  app.server.route({
    method: ['GET', 'DELETE'],
    url: MCP_PATH,
    exposeHeadRoute: false,
    schema: { hide: true },
    handler: async (_, reply) => {
      reply.header('allow', 'POST')
      throw new HttpError('method-not-allowed')
    },
  })
}

/** Pages of other sites cannot call: browsers send their origin. */
async function assertOwnOrigin({ headers: { origin } }: FastifyRequest, own: string): Promise<void> {
  const { localhostAllowedOrigins, validateOriginHeader } = await library()
  const allowed = [new URL(own).hostname, ...localhostAllowedOrigins()]
  if (!validateOriginHeader(origin, allowed).ok) throw new HttpError('forbidden')
}

/** Throws a 401 that names the protocol's metadata document. */
async function asApiToken(app: App, request: FastifyRequest, reply: FastifyReply, metadata: string) {
  const challenge = (error = '') =>
    reply.header('www-authenticate', `Bearer ${error}resource_metadata="${metadata}"`)
  try {
    await guard(app, OPEN)(request)
  } catch (error) {
    if (error instanceof HttpError && error.status === 401)
      challenge(request.headers.authorization ? 'error="invalid_token", ' : '')
    throw error
  }
  if (request.principal.apiToken !== undefined) return
  challenge('error="invalid_token", ')
  throw new HttpError('api-token-needed')
}

const webRequest = ({ method, headers }: FastifyRequest, origin: string, signal: AbortSignal) =>
  new Request(new URL(MCP_PATH, origin), {
    method,
    signal,
    headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  })

const SCHEMA: FastifySchema = {
  body: z.looseObject({ jsonrpc: z.literal('2.0') }).meta({
    description: 'A message of the protocol',
    example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  }),
  response: {
    200: {
      description: 'The answer to the message',
      content: { 'application/json': { schema: z.unknown().meta({ example: {} }) } },
    },
    ...errorResponses({ ...OPEN, path: MCP_PATH, monthly: false }),
  },
  ...{
    summary: 'Tools for assistants (Model Context Protocol, streamable HTTP)',
    tags: ['mcp'],
    operationId: 'postMcp',
    security: [{ apiToken: [] }],
  },
}

import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { answerError, answerParserError } from './error-handler.ts'
import { badRequest } from './errors.ts'
import { refuseBeyondCapacity } from './load-limits.ts'
import { describeApi } from './openapi.ts'
import { ANONYMOUS } from './principal.ts'

export interface ServerOptions {
  readonly version: string
  readonly logger: NonNullable<FastifyServerOptions['logger']>
  readonly trustedProxies: readonly string[]
}

/** Scripts from this server only; the component library needs inline styles. */
const CONTENT_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Ends requests that are sent too slowly; the largest body takes seconds. */
const REQUEST_TIMEOUT_MS = 120_000

/** Closes connections whose client stops reading: a file would keep its query and its snapshot open. */
const CONNECTION_TIMEOUT_MS = 300_000

const HEADERS = {
  'content-security-policy': CONTENT_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
}

export async function createServer({
  version,
  logger,
  trustedProxies,
}: ServerOptions): Promise<FastifyInstance> {
  const server = Fastify({
    logger,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    bodyLimit: 1 << 20,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    frameworkErrors: answerError,
    clientErrorHandler: answerParserError,
    // Fastify's own lines contain query strings; those of logCalls do not.
    logController: new LogController({ disableRequestLogging: true }),
  })
  server.setValidatorCompiler(validatorCompiler)
  server.setSerializerCompiler(serializerCompiler)
  server.decorateRequest('principal')
  server.decorateRequest('versions')
  server.addHook('onRequest', async (request) => {
    request.principal = ANONYMOUS
    // Created at once: the signal does not notice callers who left before it was first used.
    request.signal.throwIfAborted()
  })
  refuseBeyondCapacity(server)
  acceptOnlyJson(server)
  server.setErrorHandler(answerError)
  logCalls(server)
  server.addHook('onSend', async (_request, reply) => {
    reply.headers({ ...HEADERS })
  })
  await describeApi(server, version)
  return server
}

/** Bodies are JSON; an empty one is an object without fields. */
function acceptOnlyJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, {})
    parse(request, String(body), (error, value) => {
      done(error ? badRequest('', 'must be JSON') : null, value)
    })
  })
}

/** One line per call without its query string, because filters contain names and e-mails. */
function logCalls(server: FastifyInstance): void {
  server.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        userId: request.principal.userId,
      },
      'call',
    )
  })
}

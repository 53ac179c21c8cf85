// The web server before its routes: parsing, validation by the contract, headers, one error handler, logs without secrets.
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { answerError, answerErrors, answerUnread } from './error-handler.ts'
import { HttpError } from './errors.ts'
import { describeApi } from './openapi.ts'
import { ANONYMOUS } from './principal.ts'

export interface ServerOptions {
  readonly version: string
  readonly logger: NonNullable<FastifyServerOptions['logger']>
  readonly trustedProxies: readonly string[]
}

/** Scripts from here alone; styles inline, since the component library writes them so. */
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

/** A call that is sent a byte a minute must not hold a connection for ever; the largest body takes seconds. */
const REQUEST_MS = 120_000

/** Whoever takes nothing of an answer for so long has gone; a file would hold its query, and what that has seen, for ever. */
const STALLED_MS = 300_000

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
    requestTimeout: REQUEST_MS,
    connectionTimeout: STALLED_MS,
    forceCloseConnections: 'idle',
    frameworkErrors: answerError,
    clientErrorHandler: answerUnread,
    // Fastify's own lines hold whole addresses; logCalls writes the ones without.
    logController: new LogController({ disableRequestLogging: true }),
  })
  server.setValidatorCompiler(validatorCompiler)
  server.setSerializerCompiler(serializerCompiler)
  server.decorateRequest('principal')
  server.decorateRequest('versions')
  server.addHook('onRequest', async (request) => {
    request.principal = ANONYMOUS
  })
  acceptJsonAlone(server)
  answerErrors(server)
  logCalls(server)
  server.addHook('onSend', async (_request, reply) => {
    reply.headers({ ...HEADERS })
  })
  await describeApi(server, version)
  return server
}

/** JSON is the one kind of body; an empty one is a body without fields. */
function acceptJsonAlone(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, {})
    parse(request, String(body), (error, value) => {
      done(
        error ? new HttpError(400, 'Bad Request', { errors: [{ path: '', message: 'must be JSON' }] }) : null,
        value,
      )
    })
  })
}

/** One line per call, without its query: filters hold names and e-mails. */
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

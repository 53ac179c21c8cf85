import type { Socket } from 'node:net'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { takeBracketedNames } from './bracketed-names.ts'
import { callerLeftSignal } from './caller-left.ts'
import { answerError, answerParserError } from './error-handler.ts'
import { badRequest } from './errors.ts'
import { forwardedFor } from './forwarded-for.ts'
import { createGate, type Gate } from './gate.ts'
import { noLimits } from './load-limits.ts'
import { describeApi } from './openapi.ts'
import { ANONYMOUS, signedIn } from './principal.ts'

export interface ServerOptions {
  readonly version: string
  readonly logger: NonNullable<FastifyServerOptions['logger']>
  readonly trustedProxies: readonly string[]
  /** True if callers reach the server over https, as its public address says, whatever the proxy reports. */
  readonly isHttps?: boolean
  /** By default, every call is let in. */
  readonly gate?: Gate
}

/** Scripts from this server only; the component library needs inline styles. */
const SELF = ["'self'"]
const CONTENT_POLICY = {
  defaultSrc: SELF,
  scriptSrc: SELF,
  styleSrc: [...SELF, "'unsafe-inline'"],
  imgSrc: [...SELF, 'data:', 'blob:'],
  fontSrc: [...SELF, 'data:'],
  connectSrc: SELF,
  workerSrc: SELF,
  manifestSrc: SELF,
  objectSrc: ["'none'"],
  baseUri: SELF,
  formAction: SELF,
  frameAncestors: ["'none'"],
}

/** Ends requests that are sent too slowly; the largest body takes seconds. */
const REQUEST_TIMEOUT_MS = 120_000

/** Closes connections whose client stops reading: a file would keep its query and its snapshot open. */
const CONNECTION_TIMEOUT_MS = 300_000

/** A year; other hosts of the domain may have no certificate. */
const HTTPS_ONLY = 'max-age=31536000'

const neverCalled = (): never => {
  throw new Error('A route without the compilers of its server')
}

export async function createServer({
  version,
  logger,
  trustedProxies,
  isHttps = false,
  gate = createGate(noLimits()),
}: ServerOptions): Promise<FastifyInstance> {
  const server = Fastify({
    logger,
    serverFactory: gate.serverFactory,
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
    // Those below replace Fastify's compilers, which it would load otherwise.
    schemaController: { compilersFactory: { buildValidator: neverCalled, buildSerializer: neverCalled } },
  })
  server.setValidatorCompiler(validatorCompiler)
  server.setSerializerCompiler(serializerCompiler)
  await server.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: CONTENT_POLICY },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    // Set below, only where callers use https.
    strictTransportSecurity: false,
  })
  server.decorateRequest('principal')
  server.decorateRequest('versions')
  server.decorateRequest('callerLeft')
  server.addHook('onRequest', async (request, reply) => {
    const { headers } = request.raw
    const forwarded = headers['x-forwarded-for']
    if (forwarded !== undefined) {
      const addresses = forwardedFor(String(forwarded))
      if (addresses === undefined) delete headers['x-forwarded-for']
      else headers['x-forwarded-for'] = addresses
    }
    request.principal = ANONYMOUS
    request.callerLeft = callerLeftSignal(reply.raw)
  })
  server.addHook('preClose', async () => gate.close())
  // Fastify closes the server of a factory only if it listens, but Node would keep it in memory.
  server.addHook('onClose', async () => void server.server.close())
  acceptOnlyJson(server)
  takeBracketedNames(server)
  closeUnusedConnections(server)
  server.setErrorHandler(answerError)
  logCalls(server)
  server.addHook('onSend', async (request, reply) => {
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=()')
    if (isHttps || request.protocol === 'https') reply.header('strict-transport-security', HTTPS_ONLY)
  })
  await describeApi(server, version)
  return server
}

/** Once draining begins, every response closes its connection, so that proxies open their next one elsewhere. */
export function drainable(server: FastifyInstance) {
  let draining = false
  server.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close')
  })
  return {
    isDraining: () => draining,
    start() {
      draining = true
    },
  }
}

/** Browsers open connections before they need them; Node does not count those as idle and would wait for them. */
function closeUnusedConnections(server: FastifyInstance): void {
  const open = new Set<Socket>()
  server.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  server.addHook('preClose', async () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  })
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
  // Without a content type there is nothing to parse.
  server.addHook('preValidation', async (request) => {
    if (request.routeOptions.schema?.body && request.headers['content-type'] === undefined)
      request.body ??= {}
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
        userId: signedIn(request.principal).userId,
        ...(request.principal.viewer && { viewing: request.principal.userId }),
        ...(request.principal.apiToken && { apiToken: request.principal.apiToken }),
      },
      'call',
    )
  })
}

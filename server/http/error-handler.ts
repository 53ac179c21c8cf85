// Answers failures with status and message, never with SQL, a stack trace or a secret.
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { entryOf } from '#contract/entry.ts'
import { SUM_TOO_LARGE } from '#contract/large-order-limits.ts'
import type { Failure } from '#contract/vocabulary.ts'
import { TooLarge } from '#server/domain/too-large.ts'
import { StoreError } from '#server/store/errors.ts'
import { catalogueMessage, type FieldError, HttpError, retryAfterSeconds } from './errors.ts'
import { safeError } from './logging.ts'

/** Also used for addresses that Fastify cannot route (`frameworkErrors`). */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const failure = toHttpError(error)
  // The call log already has a line for a refused call.
  if (failure.status >= 500 && !isRefusal(error))
    request.log.error({ failure: safeError(error) }, 'call failed')
  if (failure.retryAfter !== undefined) reply.header('retry-after', String(failure.retryAfter))
  if (failure.status === 401 && !reply.hasHeader('www-authenticate'))
    reply.header('www-authenticate', 'Bearer')
  const body: Failure = {
    success: false,
    message: failure.message,
    ...(failure.errors && { errors: [...failure.errors] }),
  }
  reply.status(failure.status).header('cache-control', 'no-store').type('application/json; charset=utf-8')
  reply.send(JSON.stringify(body))
}

/** Status by the error code of Node's HTTP parser; others are a 400. */
const PARSER_STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Writes the failure to the socket when Node cannot parse the request, such as one with a huge URL (`clientErrorHandler`). */
export function answerParserError({ code = '' }: { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = entryOf(PARSER_STATUS, code) ?? 400
  const message = STATUS_CODES[status] ?? ''
  const body = JSON.stringify({ success: false, message } satisfies Failure)
  const head = `HTTP/1.1 ${status} ${message}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}`
  socket.end(`${head}\r\nconnection: close\r\n\r\n${body}`, () => socket.destroy())
}

function toHttpError(
  error: unknown,
): { status: number } & Pick<HttpError, 'message' | 'errors' | 'retryAfter'> {
  if (error instanceof HttpError) return error
  const of = (status: number, errors?: FieldError[]) => ({
    status,
    message: catalogueMessage(status),
    errors,
    retryAfter: undefined,
  })
  if (hasZodFastifySchemaValidationErrors(error)) {
    return of(
      400,
      error.validation.map((item) => ({
        path: parameterPath(item.instancePath),
        message: item.message ?? 'is not valid',
      })),
    )
  }
  if (error instanceof StoreError) {
    if (isRefusal(error)) return { ...of(503), retryAfter: retryAfterSeconds() }
    if (error.code === 'unreachable' || error.code === 'broken') return { ...of(503), retryAfter: 5 }
    if (error.code === 'timeout') return { ...of(504), message: TOO_MUCH_WORK }
    if (error.code === 'too-large') return { ...of(409), message: SUM_TOO_LARGE }
    if (error.code === 'read-only') return { ...of(503), message: READ_ONLY, retryAfter: 5 }
    if (error.code === 'full') return { ...of(507), message: NO_SPACE }
    if (error.code === 'no-room') return { ...of(507), message: NO_ROOM }
  }
  if (error instanceof TooLarge) return { ...of(409), message: SUM_TOO_LARGE }
  const status = (error as Partial<FastifyError>)?.statusCode
  return of(status !== undefined && status >= 400 && status < 500 ? status : 500)
}

/** '/filters/0/name' → 'filters.0.name'; '' for the whole value. */
const parameterPath = (pointer: string) => pointer.replace(/^\//, '').replaceAll('/', '.')

/** Includes calls whose client left, since nobody reads that response. */
const isRefusal = (error: unknown) =>
  (error instanceof StoreError && (error.code === 'overloaded' || error.code === 'cancelled')) ||
  (error instanceof HttpError && error.retryAfter !== undefined)

const TOO_MUCH_WORK = 'The answer takes too long: ask for a shorter period or for fewer values.'

const READ_ONLY =
  'La base de datos solo acepta lecturas por ahora: no se pueden guardar cambios ni iniciar sesión. Con una sesión abierta los datos se pueden consultar.'

const NO_SPACE =
  'No queda lugar en el disco del servidor: hasta que se libere espacio no se pueden guardar cambios ni iniciar sesión. Con una sesión abierta los datos se pueden consultar.'

const NO_ROOM =
  'No queda lugar para preparar el archivo en el disco de la carpeta de datos: liberar espacio y volver a pedirlo. Todo lo demás funciona, salvo que la base esté en el mismo disco.'

// Answers failures with code, status and message, never with SQL, a stack trace or a secret.
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { entryOf } from '#contract/entry.ts'
import { type ErrorCode, FIELD_ERROR_CODES, FIELD_ERRORS, type FieldErrorCode } from '#contract/errors.ts'
import { TooLarge } from '#server/domain/too-large.ts'
import { StoreError } from '#server/store/errors.ts'
import { bodyOf, type FieldError, HttpError, retryAfterSeconds, statusErrorCode } from './errors.ts'
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
  const body = {
    ...bodyOf(failure, failure.errors?.map(withCode)),
    ...(error instanceof HttpError && error.data !== undefined && { data: error.data }),
  }
  reply.status(failure.status).header('cache-control', 'no-store').type('application/json; charset=utf-8')
  reply.send(JSON.stringify(body))
}

/** By the error code of Node's HTTP parser; others are bad requests. */
const PARSER_ERRORS: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
}

/** Writes the failure to the socket when Node cannot parse the request, such as one with a huge URL (`clientErrorHandler`). */
export function answerParserError({ code = '' }: { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const error = new HttpError(entryOf(PARSER_ERRORS, code) ?? 'bad-request')
  const body = JSON.stringify(bodyOf(error))
  const head = `HTTP/1.1 ${error.status} ${error.message}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}`
  socket.end(`${head}\r\nconnection: close\r\n\r\n${body}`, () => socket.destroy())
}

type Answered = Pick<HttpError, 'code' | 'status' | 'message' | 'errors' | 'retryAfter'>

function toHttpError(error: unknown): Answered {
  if (error instanceof HttpError) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = error.validation.map((item) => ({
      path: parameterPath(item.instancePath),
      message: item.message ?? 'is not valid',
    }))
    return new HttpError('bad-request', { errors })
  }
  if (error instanceof StoreError) {
    if (isRefusal(error)) return new HttpError('unavailable', { retryAfter: retryAfterSeconds() })
    const [code, retryAfter] = entryOf(OF_STORE, error.code) ?? []
    if (code) return new HttpError(code, retryAfter === undefined ? {} : { retryAfter })
  }
  if (error instanceof TooLarge) return new HttpError('sum-too-large')
  const given = (error as Partial<FastifyError>)?.statusCode
  const status = given !== undefined && given >= 400 && given < 500 ? given : 500
  const { code, message } = new HttpError(statusErrorCode(status))
  return { code, status, message, errors: undefined, retryAfter: undefined }
}

/** Code of the failure by that of the store, with the seconds of Retry-After. */
const OF_STORE: Readonly<Partial<Record<StoreError['code'], readonly [ErrorCode, number?]>>> = {
  unreachable: ['unavailable', 5],
  // Its password was changed, or its database renamed, under a running server.
  denied: ['unavailable', 5],
  'no-database': ['unavailable', 5],
  broken: ['unavailable', 5],
  timeout: ['too-much-work'],
  'too-large': ['sum-too-large'],
  'read-only': ['read-only', 5],
  full: ['disk-full'],
  'no-room': ['no-room-for-file'],
}

/** Validators return only a message; its code is found by the message. */
const withCode = (error: FieldError): FieldError => {
  const code = error.code ?? FIELD_CODES.get(error.message)
  return code === undefined ? error : { ...error, code }
}

/** Schemas validate patterns; the other mistakes are found by code that knows their code. */
const FIELD_CODES: ReadonlyMap<string, FieldErrorCode> = new Map(
  FIELD_ERROR_CODES.filter((code) => code.startsWith('pattern-')).map((code) => [FIELD_ERRORS[code], code]),
)

/** '/filters/0/name' → 'filters.0.name'; '' for the whole value. */
const parameterPath = (pointer: string) => pointer.replace(/^\//, '').replaceAll('/', '.')

/** Includes calls whose client left, since nobody reads that response. */
const isRefusal = (error: unknown) =>
  (error instanceof StoreError && (error.code === 'overloaded' || error.code === 'cancelled')) ||
  (error instanceof HttpError && error.retryAfter !== undefined)

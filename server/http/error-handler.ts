// The one place that answers failures: the catalogue's status and message, never SQL, a stack or a secret.
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { Failure } from '#contract/vocabulary.ts'
import { StoreError } from '#server/store/errors.ts'
import { catalogueMessage, type FieldError, HttpError } from './errors.ts'
import { safeError } from './logging.ts'

export function answerErrors(server: FastifyInstance): void {
  server.setErrorHandler(answerError)
}

/** Also given to Fastify for addresses it cannot even route (`frameworkErrors`). */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = toCallError(error)
  if (known.status >= 500) request.log.error({ failure: safeError(error) }, 'call failed')
  if (known.retryAfter !== undefined) reply.header('retry-after', String(known.retryAfter))
  if (known.status === 401) reply.header('www-authenticate', 'Bearer')
  const body: Failure = {
    success: false,
    message: known.message,
    ...(known.errors && { errors: [...known.errors] }),
  }
  reply.status(known.status).header('cache-control', 'no-store').type('application/json; charset=utf-8')
  reply.send(JSON.stringify(body))
}

/** By the code of Node's parser; everything else that it cannot read is a 400. */
const UNREAD: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** For what is no call yet, such as an address of many kilobytes: the same failure, written by hand (`clientErrorHandler`). */
export function answerUnread({ code = '' }: { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = UNREAD[code] ?? 400
  const message = STATUS_CODES[status] ?? ''
  const body = JSON.stringify({ success: false, message } satisfies Failure)
  const head = `HTTP/1.1 ${status} ${message}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}`
  socket.end(`${head}\r\nconnection: close\r\n\r\n${body}`, () => socket.destroy())
}

function toCallError(
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
  if (isUnavailable(error)) return { ...of(503), retryAfter: 5 }
  const status = (error as Partial<FastifyError>)?.statusCode
  return of(status !== undefined && status >= 400 && status < 500 ? status : 500)
}

/** '/filters/0/name' → 'filters.0.name'; '' when the whole is meant. */
const parameterPath = (pointer: string) => pointer.replace(/^\//, '').replaceAll('/', '.')

/** The database is away; the store says so whatever its driver's words. */
const isUnavailable = (error: unknown) => error instanceof StoreError && error.code === 'unreachable'

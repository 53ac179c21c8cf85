import type { ServerResponse } from 'node:http'

/**
 * Aborts once the connection closes before the response is complete. Fastify's own `request.signal` follows the request
 * instead, so it also aborts as soon as a body has been read.
 */
export function callerLeftSignal(response: ServerResponse): AbortSignal {
  const left = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) left.abort()
  })
  return left.signal
}

// POST /api/webhooks/woocommerce: the only call with effects that needs no bearer token. Refused before the body is read if
// the headers are enough; the body is verified as it arrives, and never held as a whole.
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App } from '#server/http/app.ts'
import { HttpError } from '#server/http/errors.ts'
import { errorResponses } from '#server/http/openapi.ts'

export const WEBHOOK_PATH = '/api/webhooks/woocommerce'

export interface Delivery {
  /** Read only if the headers do not suffice for a refusal. */
  readonly body: AsyncIterable<Buffer>
  /** NaN if the header is missing. */
  readonly length: number
  readonly contentType: string
  readonly signature: string
  readonly topic: string
}

export interface WebhookReceiver {
  /** `unsigned`: the signature is wrong, or no secret is known. */
  receive(delivery: Delivery): Promise<'taken' | 'unsigned'>
}

/** Orders of hundreds of lines take a few hundred kilobytes; larger ones are found by the poll. */
const LARGEST_BODY = 4 * 1024 * 1024
/**
 * Limits of what is read at once. A further body ends the oldest: a shop sends its bodies without pauses, so slow callers
 * cannot keep it out.
 */
const MOST_BODIES = 32
const MOST_BYTES = 8 * 1024 * 1024
const BODY_TIMEOUT_MS = 15_000

const header = z.string().max(255).catch('')
const headers = z.object({
  'content-type': header,
  'content-length': header,
  'x-wc-webhook-signature': header,
  'x-wc-webhook-topic': header,
})

export function webhookRoute({ server }: App, receiver: WebhookReceiver): void {
  const limits = bodyLimits()
  const receive = (request: FastifyRequest) => {
    const told = headers.parse(request.headers)
    const length = told['content-length'] === '' ? Number.NaN : Number(told['content-length'])
    if (length > LARGEST_BODY) throw new HttpError('payload-too-large')
    return receiver.receive({
      body: limits.chunksOf(request.raw, length),
      length,
      contentType: told['content-type'],
      signature: told['x-wc-webhook-signature'],
      topic: told['x-wc-webhook-topic'],
    })
  }
  // A separate scope, where bodies arrive as streams.
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.post(WEBHOOK_PATH, {
      schema: {
        response: {
          200: z
            .object({ success: z.literal(true), data: z.object({}) })
            .describe('Noted; the store is asked for the record itself'),
          ...errorResponses({ access: 'public', path: WEBHOOK_PATH, method: 'POST', monthly: false }),
        },
        ...{
          summary: 'What a WooCommerce store calls when an order, product, customer or coupon changed',
          description:
            'Signed: `X-WC-Webhook-Signature` is the base64 HMAC-SHA256 of the raw body with the webhook’s secret; anything else is a 401. The body is only a hint at what to read again. The unsigned ping of a new webhook (`webhook_id=N`) is answered 200. More than 4 MiB are a 413, too many deliveries at once a 503.',
          tags: ['webhooks'],
          operationId: 'postApiWebhooksWoocommerce',
        },
      },
      handler: async (request, reply) => {
        try {
          if ((await receive(request)) === 'unsigned') throw new HttpError('unauthorized')
          return { success: true as const, data: {} }
        } finally {
          if (!request.raw.readableEnded) {
            reply.header('connection', 'close')
            // Otherwise Node reads the rest of the body before it closes the connection.
            reply.raw.once('finish', () => request.raw.destroy())
          }
        }
      },
    })
  })
}

/** Limits the size and time of each body, and the total of all of them. */
function bodyLimits() {
  /** A function that ends each body, oldest first, and the body's bytes. */
  const open = new Map<(error: HttpError) => void, number>()
  const makeRoom = (bytes: number) => {
    let taken = bytes
    for (const one of open.values()) taken += one
    for (const [end, one] of open) {
      if (open.size < MOST_BODIES && taken <= MOST_BYTES) return
      end(new HttpError('unavailable', { retryAfter: 5 }))
      taken -= one
    }
  }
  return {
    /** Leaves the rest unread where it throws, so that the connection stays for the answer. */
    async *chunksOf(body: Readable, length: number): AsyncGenerator<Buffer> {
      const bytes = Number.isNaN(length) ? LARGEST_BODY : length
      makeRoom(bytes)
      const ended = Promise.withResolvers<never>()
      ended.promise.catch(() => undefined)
      const end = (error: HttpError) => {
        open.delete(end)
        ended.reject(error)
      }
      open.set(end, bytes)
      const timer = setTimeout(() => end(new HttpError('request-timeout')), BODY_TIMEOUT_MS)
      const chunks: AsyncIterator<Buffer> = body.iterator({ destroyOnReturn: false })
      try {
        for (let read = 0; ; ) {
          const { done, value } = await Promise.race([chunks.next(), ended.promise])
          if (done) return
          read += value.length
          if (read > LARGEST_BODY) throw new HttpError('payload-too-large')
          yield value
          // Otherwise one connection is read for megabytes before the next one gets its turn.
          await setImmediate()
        }
      } finally {
        clearTimeout(timer)
        open.delete(end)
      }
    },
  }
}

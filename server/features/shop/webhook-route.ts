// POST /api/webhooks/woocommerce: the only call with effects that needs no bearer token. It verifies the store's signature
// over the raw body, queues the record for a refresh and answers at once.
import { z } from 'zod'
import type { App } from '#server/http/app.ts'
import { HttpError } from '#server/http/errors.ts'
import { errorResponses } from '#server/http/openapi.ts'

export const WEBHOOK_PATH = '/api/webhooks/woocommerce'

export interface Delivery {
  readonly body: Buffer
  readonly contentType: string
  readonly signature: string
  readonly topic: string
}

export interface WebhookReceiver {
  /** `unsigned`: a wrong signature, or no secret is known. */
  receive(delivery: Delivery): Promise<'taken' | 'unsigned'>
}

/** Orders of hundreds of lines take a few hundred kilobytes; larger ones are found by the poll. */
const LARGEST_BODY = 4 * 1024 * 1024

const headers = z.object({
  'content-type': z.string().max(255).catch(''),
  'x-wc-webhook-signature': z.string().max(255).catch(''),
  'x-wc-webhook-topic': z.string().max(255).catch(''),
})

export function webhookRoute({ server }: App, receiver: WebhookReceiver): void {
  // A separate scope, where every body is parsed as bytes, since the signature covers these.
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LARGEST_BODY }, (_request, body, done) =>
      done(null, body),
    )
    scope.post(WEBHOOK_PATH, {
      bodyLimit: LARGEST_BODY,
      schema: {
        response: {
          200: z
            .object({ success: z.literal(true), data: z.object({}) })
            .meta({ description: 'Noted; the store is asked for the record itself' }),
          ...errorResponses({ access: 'public', path: WEBHOOK_PATH, method: 'POST', monthly: false }),
        },
        ...{
          summary: 'What a WooCommerce store calls when an order, product, customer or coupon changed',
          description:
            'Signed: `X-WC-Webhook-Signature` is the base64 HMAC-SHA256 of the raw body with the webhook’s secret; anything else is a 401. The body is only a hint at what to read again. The unsigned ping of a new webhook (`webhook_id=N`) is answered 200.',
          tags: ['webhooks'],
          operationId: 'postApiWebhooksWoocommerce',
        },
      },
      handler: async (request) => {
        const told = headers.parse(request.headers)
        const outcome = await receiver.receive({
          body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
          contentType: told['content-type'],
          signature: told['x-wc-webhook-signature'],
          topic: told['x-wc-webhook-topic'],
        })
        if (outcome === 'unsigned') throw new HttpError(401)
        return { success: true as const, data: {} }
      },
    })
  })
}

// A server that receives webhooks, for tests.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface WebhookReceiver {
  readonly url: string
  readonly received: { readonly headers: IncomingHttpHeaders; readonly body: string }[]
  /** Status code of its answers. */
  status: number
  answer: { readonly headers?: Readonly<Record<string, string>>; readonly body: string }
  reset(): void
  close(): Promise<void>
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    receiver.received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(receiver.status, receiver.answer.headers).end(receiver.answer.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    status: 200,
    answer: { body: 'ok' },
    reset() {
      receiver.received.length = 0
      receiver.status = 200
      receiver.answer = { body: 'ok' }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}

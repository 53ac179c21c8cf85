// Webhook requests whose body does not end.
import { connect, type Socket } from 'node:net'

export interface Unfinished {
  readonly socket: Socket
  /** Resolves with the whole answer when the connection is closed. */
  readonly answer: Promise<string>
}

/** Sends only headers. */
export function beginDelivery(port: number, headers: Record<string, string | number>): Unfinished {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text
  })
  socket.on('error', () => {})
  const lines = Object.entries({ host: 'gondola', 'content-type': 'application/json', ...headers })
  socket.write(
    `POST /api/webhooks/woocommerce HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`,
  )
  return { socket, answer: new Promise((resolve) => socket.once('close', () => resolve(answer))) }
}

const BODY_BYTES = 3 << 20
/** A well-formed signature that belongs to no body. */
const SIGNATURE = Buffer.alloc(32).toString('base64')

/** Sends so many bodies without their ends, until the server has accepted or refused each. */
export async function flood(port: number, count: number) {
  const almost = Buffer.alloc(BODY_BYTES - 1000, ' ')
  const sent = Array.from({ length: count }, () =>
    beginDelivery(port, { 'content-length': BODY_BYTES, 'x-wc-webhook-signature': SIGNATURE }),
  )
  await Promise.all(
    sent.map(({ socket, answer }) =>
      Promise.race([new Promise((resolve) => socket.write(almost, resolve)), answer]),
    ),
  )
  return {
    async end() {
      for (const { socket } of sent) socket.destroy()
      await Promise.all(sent.map(({ answer }) => answer))
    },
  }
}

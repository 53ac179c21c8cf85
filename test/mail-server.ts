// A real SMTP server for tests, which can be slow, refuse, or break connections off.
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

export interface ReceivedMail {
  readonly to: readonly string[]
  readonly subject: string
  readonly messageId: string
  readonly text: string
  /** As it was sent. */
  readonly raw: string
}

export type MailTrouble = '451' | '550' | 'cut' | 'cut after data' | 'slow'

export interface MailServer {
  readonly url: string
  /** Every message that was taken whole, in order. */
  readonly received: ReceivedMail[]
  /** Of each session from now on. */
  trouble: MailTrouble | undefined
  reset(): void
  close(): Promise<void>
}

const SLOW_MS = 300

/** Header fields, unfolded. */
const headerOf = (raw: string, name: string): string =>
  (new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im').exec(raw)?.[1] ?? '').replace(/\r\n[ \t]/g, ' ')

const decoded = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

function parsed(raw: string, session: SMTPServerSession): ReceivedMail {
  return {
    to: session.envelope.rcptTo.map(({ address }) => address),
    subject: headerOf(raw, 'Subject'),
    messageId: headerOf(raw, 'Message-ID'),
    text: decoded(raw.slice(raw.indexOf('\r\n\r\n') + 4)),
    raw,
  }
}

export async function startMailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>()
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    async onRcptTo({ address }, _session, answer) {
      if (server.trouble === 'slow') await pause(SLOW_MS)
      if (server.trouble === '550')
        return answer(Object.assign(new Error(`<${address}> unknown`), { responseCode: 550 }))
      if (server.trouble === '451')
        return answer(Object.assign(new Error('try later'), { responseCode: 451 }))
      answer()
    },
    onData(stream, session, answer) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => {
        if (server.trouble === 'cut') cut()
        chunks.push(chunk)
      })
      stream.on('end', () => {
        if (server.trouble === 'cut') return
        server.received.push(parsed(Buffer.concat(chunks).toString(), session))
        if (server.trouble === 'cut after data') return cut()
        answer()
      })
    },
  })
  smtp.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  smtp.on('error', () => {})
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo
  const server: MailServer = {
    url: `smtp://127.0.0.1:${port}?from=gondola@tienda.example`,
    received: [],
    trouble: undefined,
    reset() {
      server.received.length = 0
      server.trouble = undefined
    },
    async close() {
      await new Promise<void>((resolve) => smtp.close(resolve))
    },
  }
  return server
}

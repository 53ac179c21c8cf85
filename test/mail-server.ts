// A real SMTP server for tests, which can be slow, refuse, or break connections off.
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

export interface ReceivedMail {
  readonly to: readonly string[]
  readonly subject: string
  readonly messageId: string
  /** The plain-text part. */
  readonly text: string
  readonly html: string
  /** Contents by file name. */
  readonly files: ReadonlyMap<string, Buffer>
  /** As it was sent. */
  readonly raw: string
}

export type MailTrouble = '451' | '550' | 'cut' | 'cut after data' | 'slow'

export interface MailServer {
  readonly url: string
  /** Every message that was received completely, in order. */
  readonly received: ReceivedMail[]
  /** Replies for each session from now on. */
  trouble: MailTrouble | undefined
  /** Runs when a message was received and not answered yet. */
  onMail: (() => void) | undefined
  reset(): void
  close(): Promise<void>
}

const SLOW_MS = 300

/** Header fields, unfolded. */
const headerOf = (raw: string, name: string): string =>
  (new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im').exec(raw)?.[1] ?? '').replace(/\r\n[ \t]/g, ' ')

const bytesOf = (body: string, encoding: string): Buffer => {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  if (encoding !== 'quoted-printable') return Buffer.from(body)
  const text = body.replace(/=\r\n/g, '')
  return Buffer.from(
    text.replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}

interface Part {
  readonly head: string
  readonly bytes: Buffer
}

function partsOf(raw: string): Part[] {
  const end = raw.indexOf('\r\n\r\n')
  const head = raw.slice(0, end + 2)
  const boundary = /boundary="([^"]+)"/.exec(headerOf(head, 'Content-Type'))?.[1]
  if (boundary === undefined)
    return [{ head, bytes: bytesOf(raw.slice(end + 4), headerOf(head, 'Content-Transfer-Encoding')) }]
  return raw
    .split(`\r\n--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => partsOf(part.replace(/^\r\n/, '')))
}

function parsed(raw: string, session: SMTPServerSession): ReceivedMail {
  const parts = partsOf(raw)
  const of = (type: string) =>
    parts.find(({ head }) => headerOf(head, 'Content-Type').startsWith(type))?.bytes.toString() ?? ''
  const files = parts.flatMap(({ head, bytes }): [string, Buffer][] => {
    const name = /filename=("?)([^";]+)\1/.exec(headerOf(head, 'Content-Disposition'))?.[2]
    return name === undefined ? [] : [[name, bytes]]
  })
  return {
    to: session.envelope.rcptTo.map(({ address }) => address),
    subject: wordsOf(headerOf(raw, 'Subject')),
    messageId: headerOf(raw, 'Message-ID'),
    text: of('text/plain'),
    html: of('text/html'),
    files: new Map(files),
    raw,
  }
}

/** Encoded words of a header (RFC 2047). */
const wordsOf = (header: string): string =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      (kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64')
        : bytesOf(word.replaceAll('_', ' '), 'quoted-printable')
      ).toString(),
    )

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
        server.onMail?.()
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
  smtp.listen(0, '0.0.0.0')
  await once(smtp.server, 'listening')
  const { port } = smtp.server.address() as AddressInfo
  const server: MailServer = {
    url: `smtp://127.0.0.1:${port}?from=gondola@tienda.example`,
    received: [],
    trouble: undefined,
    onMail: undefined,
    reset() {
      server.received.length = 0
      server.trouble = undefined
      server.onMail = undefined
    },
    async close() {
      await new Promise<void>((resolve) => smtp.close(resolve))
    },
  }
  return server
}

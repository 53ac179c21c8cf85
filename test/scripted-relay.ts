// A mail server that follows a script: it answers any step of a conversation as told, also with what no library would say.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { selfSigned } from './shop-server/certificate.ts'

/** `lost`: the message is kept, and the connection breaks off before the answer. */
export type Step =
  | 'connect'
  | 'greeting'
  | 'STARTTLS'
  | 'AUTH'
  | 'MAIL'
  | 'RCPT'
  | 'DATA'
  | 'content'
  | 'lost'

export interface Kept {
  readonly sender: string
  readonly to: string
  readonly raw: string
}

export interface Relay {
  readonly url: string
  readonly kept: Kept[]
  /** Senders of all envelopes, accepted or not. */
  readonly senders: string[]
  refusal: { readonly at: Step; readonly answer: string } | undefined
  close(): Promise<void>
}

const GREETING = ['250-relay', '250-STARTTLS', '250-AUTH PLAIN LOGIN', '250 SIZE 10240000']

export async function startRelay(): Promise<Relay> {
  const { cert, key } = selfSigned()
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket)).on('error', () => {})
    if (relay.refusal?.at === 'connect') return void socket.destroy()
    converse(socket, relay, { cert, key }, true)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const from = encodeURIComponent('Góndola <gondola@tienda.example>')
  const relay: Relay = {
    url: `smtp://usuario:clave@127.0.0.1:${port}?from=${from}`,
    kept: [],
    senders: [],
    refusal: undefined,
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return relay
}

function converse(
  socket: Socket,
  relay: Relay,
  identity: { readonly cert: string; readonly key: string },
  greets: boolean,
): void {
  let [sender, to, text, isData] = ['', '', '', false]
  const answer = (step: Step, ...lines: string[]): boolean => {
    const refused = relay.refusal?.at === step
    const said = refused ? [relay.refusal?.answer ?? ''] : lines
    socket.write(said.map((line) => `${line}\r\n`).join(''))
    if (refused && said[0]?.startsWith('421')) socket.end()
    return !refused
  }
  const take = (raw: string) => {
    if (relay.refusal?.at !== 'content') relay.kept.push({ sender, to, raw })
    if (relay.refusal?.at === 'lost') return void socket.destroy()
    answer('content', '250 queued')
  }
  const command = (line: string) => {
    const [verb = ''] = line.toUpperCase().split(/[ :]/)
    const path = /<(.*?)>/.exec(line)?.[1] ?? ''
    if (verb === 'EHLO') socket.write(GREETING.map((told) => `${told}\r\n`).join(''))
    else if (verb === 'STARTTLS') {
      if (answer('STARTTLS', '220 go ahead')) secure(socket, relay, identity)
    } else if (verb === 'AUTH') answer('AUTH', '235 welcome')
    else if (verb === 'MAIL') {
      sender = path
      relay.senders.push(path)
      answer('MAIL', '250 sender ok')
    } else if (verb === 'RCPT') {
      to = path
      answer('RCPT', '250 recipient ok')
    } else if (verb === 'DATA') isData = answer('DATA', '354 go ahead')
    else if (verb === 'QUIT') socket.end('221 bye\r\n')
    else socket.write('250 ok\r\n')
  }
  socket.on('data', (piece: Buffer) => {
    text += piece.toString('latin1')
    for (;;) {
      const end = text.indexOf(isData ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const part = text.slice(0, end)
      text = text.slice(end + (isData ? 5 : 2))
      if (!isData) command(part)
      else {
        isData = false
        take(part)
      }
    }
  })
  if (greets) answer('greeting', '220 relay ESMTP')
}

function secure(
  socket: Socket,
  relay: Relay,
  identity: { readonly cert: string; readonly key: string },
): void {
  socket.removeAllListeners('data')
  const safe = new TLSSocket(socket, { isServer: true, ...identity })
  safe.on('error', () => {})
  converse(safe, relay, identity, false)
}

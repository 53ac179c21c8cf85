// A line between two programs that tests cut or freeze, as networks do.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface Line {
  /** The address with the line's end in place of the server's. */
  readonly url: string
  /** Ends open connections and refuses new ones. */
  cut(): void
  /** Open connections carry nothing any more, and nobody hears of it. New ones: `all` too, or they work. */
  freeze(which: 'open' | 'all'): void
  /** New connections work; frozen ones stay so. */
  mend(): void
  close(): void
}

export async function lineTo(upstream: URL): Promise<Line> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let state: 'cut' | 'frozen' | 'open' = 'open'
  const freezePair = ([one, other]: readonly [Socket, Socket]) => {
    for (const socket of [one, other]) socket.unpipe().pause()
  }
  const server = createServer((socket) => {
    if (state === 'cut') return socket.destroy()
    const there = connect(Number(upstream.port), upstream.hostname)
    const pair = [socket, there] as const
    pairs.add(pair)
    if (state === 'open') {
      socket.pipe(there)
      there.pipe(socket)
    }
    for (const [one, other] of [pair, pair.toReversed() as [Socket, Socket]]) {
      one.on('error', () => other.destroy())
      one.on('close', () => pairs.delete(pair))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const destroyAll = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  return {
    url: Object.assign(new URL(upstream), { host: `127.0.0.1:${port}` }).href,
    cut() {
      state = 'cut'
      destroyAll()
    },
    freeze(which) {
      for (const pair of pairs) freezePair(pair)
      if (which === 'all') state = 'frozen'
    },
    mend() {
      state = 'open'
    },
    close() {
      destroyAll()
      server.close()
    },
  }
}

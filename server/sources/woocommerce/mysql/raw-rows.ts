// Rows of a query as the protocol carries them, past the driver, which would take apart each of them here: they are handed on
// to who puts records together, on another thread. The driver opens the connection and asks everything else.
import type { Duplex } from 'node:stream'

/** One query at a time, while the driver asks nothing. */
export type RawRows = (query: string) => Promise<Uint8Array>

/** From now on what comes is the driver's unless rows are awaited here. */
export function rawRowsOf(stream: Duplex): RawRows {
  let awaited:
    | { answer: Answer; done: (rows: Uint8Array) => void; fail: (error: unknown) => void }
    | undefined
  const driver = stream.listeners('data')
  stream.removeAllListeners('data')
  stream.on('data', (chunk: Uint8Array) => {
    if (!awaited) {
      for (const listener of driver) Reflect.apply(listener, stream, [chunk])
      return
    }
    const { answer, done, fail } = awaited
    try {
      if (!answer.take(chunk)) return
    } catch (error) {
      // Where the answer ends is not known any more.
      end(error)
      stream.destroy()
      return
    }
    awaited = undefined
    try {
      done(answer.rows())
    } catch (error) {
      fail(error)
    }
  })
  const end = (error: unknown) => {
    awaited?.fail(error)
    awaited = undefined
  }
  stream.on('error', end)
  stream.on('close', () => end(failure('PROTOCOL_CONNECTION_LOST', '')))
  return (query) => {
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
    if (stream.destroyed) reject(failure('PROTOCOL_CONNECTION_LOST', ''))
    else {
      awaited = { answer: new Answer(), done: resolve, fail: reject }
      stream.write(question(query))
    }
    return promise
  }
}

const failure = (code: string, message: string): Error => Object.assign(new Error(message), { code })

const HEADER = 4
const COM_QUERY = 3

function question(query: string): Buffer {
  const length = Buffer.byteLength(query) + 1
  const packet = Buffer.alloc(HEADER + length)
  packet.writeUIntLE(length, 0, 3)
  packet[HEADER] = COM_QUERY
  packet.write(query, HEADER + 1)
  return packet
}

/** What a packet is, by its first byte; of END only a short one. */
const ERROR = 0xff
const END = 0xfe
const END_SIZE = 9
/** Whose first byte can count columns; others ask for a file, or bring no rows. */
const COUNT = { from: 1, to: 250 }
/** A packet of this length goes on in the next one. */
const LONGEST = 0xffffff

const RIGHTS: Readonly<Record<number, string>> = {
  1142: 'ER_TABLEACCESS_DENIED_ERROR',
  1143: 'ER_COLUMNACCESS_DENIED_ERROR',
}

/** One answer out of its chunks. Places are counted from its beginning. */
class Answer {
  private readonly chunks: Uint8Array[] = []
  private size = 0
  private phase: 'count' | 'columns' | 'rows' | 'ended' | 'failed' = 'count'
  /** Where rows begin and end, or what went wrong. */
  private from = 0
  private to = 0
  /** Of the packet at hand, behind its first byte. */
  private left = 0
  /** Length, number and first byte of a packet, where a chunk ends within. */
  private readonly head = new Uint8Array(HEADER + 1)
  private headSize = 0

  /** Whether the answer has come to its end. */
  take(chunk: Uint8Array): boolean {
    const { head } = this
    for (let at = 0; at < chunk.length; ) {
      if (this.left > 0) {
        const step = Math.min(this.left, chunk.length - at)
        this.left -= step
        at += step
      } else if (this.headSize === 0 && chunk.length - at > HEADER) {
        this.begin(chunk, at, this.size + at)
        at += HEADER + 1
      } else {
        head[this.headSize++] = chunk[at++]!
        if (this.headSize <= HEADER) continue
        this.headSize = 0
        this.begin(head, 0, this.size + at - HEADER - 1)
      }
    }
    this.chunks.push(chunk)
    this.size += chunk.length
    return this.left === 0 && (this.phase === 'ended' || this.phase === 'failed')
  }

  private begin(bytes: Uint8Array, at: number, place: number): void {
    const length = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16)
    const first = bytes[at + HEADER]!
    this.left = length - 1
    if (length === LONGEST || length === 0) throw failure('ER_NET_PACKET_TOO_LARGE', 'a row of 16 MiB')
    if (first === ERROR) {
      this.phase = 'failed'
      this.from = place + HEADER + 1
      this.to = place + HEADER + length
    } else if (this.phase === 'count') {
      if (first < COUNT.from || first > COUNT.to) throw failure('ER_MALFORMED_PACKET', 'no rows')
      this.phase = 'columns'
    } else if (first === END && length < END_SIZE) {
      if (this.phase === 'rows') this.to = place
      else this.from = place + HEADER + length
      this.phase = this.phase === 'rows' ? 'ended' : 'rows'
    }
  }

  /** In memory that other threads read without a copy; the chunks' is given back without waiting for the collector. */
  rows(): Uint8Array {
    const bytes = new Uint8Array(new SharedArrayBuffer(this.to - this.from))
    let place = 0
    for (const chunk of this.chunks) {
      const part = chunk.subarray(Math.max(this.from - place, 0), Math.max(this.to - place, 0))
      if (part.length > 0) bytes.set(part, place + part.byteOffset - chunk.byteOffset - this.from)
      place += chunk.length
      const { buffer } = chunk
      if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.length) buffer.transfer(0)
    }
    if (this.phase === 'failed') throw refusal(Buffer.from(bytes))
    return bytes
  }
}

/** Number, a sign and five letters of the state, and words. */
function refusal(said: Buffer): Error {
  const number = said.readUInt16LE(0)
  return failure(RIGHTS[number] ?? `ER_${number}`, said.toString('utf8', 8))
}

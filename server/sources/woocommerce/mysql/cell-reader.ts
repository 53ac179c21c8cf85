// Cells one after another out of a piece, told from its bytes: text is made of those alone that are kept. Pure.
import type { Fields } from './fields.ts'

/** Who reads a piece knows its columns, and asks for each cell in turn. */
export interface CellReader {
  more(): boolean
  number(): number
  text(): string
  /** A text that comes again and again. */
  name(): string
  skip(): void
}

export const cellReader = (piece: Fields): CellReader => new PieceReader(piece)

/** Length and number of a row's packet. */
const HEADER = 4
/** First byte of a cell: its length, or what is behind it. */
const NULL = 0xfb
const OF_TWO = 0xfc
const OF_THREE = 0xfd

const ZERO = 0x30

/** Names that are remembered, each by a sum of its bytes; a power of two. */
const NAMES = 256

interface Name {
  readonly name: string
  /** Where it stands among the bytes. */
  readonly at: number
  readonly length: number
}

class PieceReader implements CellReader {
  private readonly bytes: Uint8Array
  private readonly buffer: Buffer
  /** A character for each byte: where all bytes of a cell are ASCII, its text stands here at the same place. */
  private readonly latin: string
  private readonly names: (Name | undefined)[] = new Array(NAMES).fill(undefined)
  /** The next cell, and where its row ends. */
  private at = 0
  private rowEnd = 0
  private cellEnd = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.latin = this.buffer.toString('latin1')
  }

  more(): boolean {
    return this.at < this.bytes.length
  }

  number(): number {
    const { bytes } = this
    const start = this.next()
    const end = this.cellEnd
    let value = 0
    for (let at = start; at < end; at++) {
      const digit = bytes[at]! - ZERO
      if (digit < 0 || digit > 9) return Number(this.latin.substring(start, end))
      value = value * 10 + digit
    }
    return value
  }

  text(): string {
    const { bytes } = this
    const start = this.next()
    const end = this.cellEnd
    let all = 0
    for (let at = start; at < end; at++) all |= bytes[at]!
    return all < 0x80 ? this.latin.substring(start, end) : this.buffer.toString('utf8', start, end)
  }

  name(): string {
    const { bytes, names } = this
    const start = this.next()
    const length = this.cellEnd - start
    let hash = length
    for (let at = start; at < this.cellEnd; at++) hash = (hash * 31 + bytes[at]!) | 0
    const slot = hash & (NAMES - 1)
    const before = names[slot]
    if (before?.length === length) {
      let same = 0
      while (same < length && bytes[before.at + same] === bytes[start + same]) same++
      if (same === length) return before.name
    }
    const name = internalized(this.buffer.toString('utf8', start, this.cellEnd))
    names[slot] = { name, at: start, length }
    return name
  }

  skip(): void {
    this.next()
  }

  /** Where the next cell begins; it ends at `cellEnd`. */
  private next(): number {
    const { bytes } = this
    let at = this.at
    if (at === this.rowEnd) {
      this.rowEnd = at + HEADER + (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16))
      at += HEADER
    }
    let length = bytes[at++]!
    if (length >= NULL) {
      if (length === NULL) length = 0
      else if (length === OF_TWO) {
        length = bytes[at]! | (bytes[at + 1]! << 8)
        at += 2
      } else if (length === OF_THREE) {
        length = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16)
        at += 3
      } else throw new Error('A cell is longer than a packet')
    }
    this.at = at + length
    this.cellEnd = this.at
    return at
  }
}

/** The one that the language's engine keeps of equal names: comparing it with a name in the code is comparing two places. */
const internalized = (name: string): string => Object.keys({ [name]: true })[0] ?? name

// Cells one after another out of a piece, told from its bytes: text is made of those alone that are kept. Pure.
import { type Fields, SIGN_CODE } from './fields.ts'

/** Who reads a piece knows its columns, and asks for each cell in turn. */
export interface CellReader {
  more(): boolean
  number(): number
  text(): string
  /** A text that comes again and again. */
  name(): string
  skip(): void
}

export const cellReader = (piece: Fields): CellReader =>
  piece instanceof Uint8Array ? new PieceReader(piece) : new ListReader(piece)

const ZERO = 0x30
const NINE = 0x39

class PieceReader implements CellReader {
  private readonly bytes: Uint8Array
  private readonly buffer: Buffer
  /** A character for each byte: where all bytes of a cell are ASCII, its text stands here at the same place. */
  private readonly latin: string
  private readonly names = new Map<number, string>()
  private at = 0

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
    let value = 0
    let at = this.at
    for (let code = bytes[at]!; code !== SIGN_CODE; code = bytes[++at]!) {
      if (code < ZERO || code > NINE) return Number(this.text())
      value = value * 10 + code - ZERO
    }
    this.at = at + 1
    return value
  }

  text(): string {
    const { bytes } = this
    const start = this.at
    let at = start
    let all = 0
    for (let code = bytes[at]!; code !== SIGN_CODE; code = bytes[++at]!) all |= code
    this.at = at + 1
    return all < 0x80 ? this.latin.substring(start, at) : this.buffer.toString('utf8', start, at)
  }

  name(): string {
    const { bytes, latin, names } = this
    const start = this.at
    let at = start
    let hash = 0
    for (let code = bytes[at]!; code !== SIGN_CODE; code = bytes[++at]!) hash = (hash * 31 + code) | 0
    const known = names.get(hash)
    if (known?.length === at - start && latin.startsWith(known, start)) {
      this.at = at + 1
      return known
    }
    const name = this.text()
    names.set(hash, name)
    return name
  }

  skip(): void {
    const { bytes } = this
    let at = this.at
    while (bytes[at] !== SIGN_CODE) at++
    this.at = at + 1
  }
}

class ListReader implements CellReader {
  private readonly cells: readonly string[]
  private at = 0

  constructor(cells: readonly string[]) {
    this.cells = cells
  }

  more(): boolean {
    return this.at < this.cells.length
  }

  number(): number {
    return Number(this.text())
  }

  text(): string {
    return this.cells[this.at++] ?? ''
  }

  name(): string {
    return this.text()
  }

  skip(): void {
    this.at++
  }
}

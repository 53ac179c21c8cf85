// A column of texts as the engine keeps them: 16 bytes each, with up to 12 bytes of text behind the length, a longer one
// with its first 4 and the place of all of it. Needs no engine, so it runs on any thread.

/** Bytes of a text in the vector. */
export const TEXT_WIDTH = 16
/** Most bytes of a text that stands in the vector itself. */
export const INLINE = 12

/** Long texts of a chunk, UTF-8, one after another in the order of their columns and rows. */
export class LongTexts {
  #bytes = new Uint8Array(1 << 16)
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Writes a text at the end, without counting it yet, and returns its bytes; -1 for one with NUL, which no engine keeps alike. */
  write(text: string): number {
    const most = this.#size + text.length * 3
    if (most > this.#bytes.length) {
      const grown = new Uint8Array(most * 2)
      grown.set(this.#bytes.subarray(0, this.#size))
      this.#bytes = grown
    }
    const bytes = this.#bytes
    let at = this.#size
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (code === 0) return -1
      if (code > 0x7f) return this.#encode(text)
      bytes[at++] = code
    }
    return text.length
  }

  /** Halves of a broken character become U+FFFD. */
  #encode(text: string): number {
    if (text.includes('\0')) return -1
    return ENCODER.encodeInto(text, this.#bytes.subarray(this.#size)).written
  }

  /** Counts what was written last. */
  keep(bytes: number): void {
    this.#size += bytes
  }

  /** Puts the first bytes of what was written last elsewhere. */
  copyTo(target: Uint8Array, at: number, bytes: number): void {
    for (let index = 0; index < bytes; index++) target[at + index] = this.#bytes[this.#size + index]!
  }

  /** All that was kept, in memory of its own; begins anew. */
  taken(): ArrayBuffer {
    const all = this.#bytes.slice(0, this.#size).buffer
    this.#size = 0
    return all
  }
}

const ENCODER = new TextEncoder()

/** Writes a row's text; false for one with NUL. */
export function writeText(
  text: string,
  row: number,
  bytes: Uint8Array,
  words: Int32Array,
  long: LongTexts,
): boolean {
  const at = row * TEXT_WIDTH + 4
  if (text.length <= INLINE && writeAscii(bytes, at, text)) {
    words[row * 4] = text.length
    return true
  }
  const length = long.write(text)
  if (length < 0) return false
  bytes.fill(0, at, at + INLINE)
  words[row * 4] = length
  long.copyTo(bytes, at, length <= INLINE ? length : 4)
  if (length > INLINE) long.keep(length)
  return true
}

function writeAscii(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0 || code > 0x7f) return false
    bytes[at + index] = code
  }
  return true
}

/** Gives each long text of a column its place in the engine's memory, where all of them stand from `address` on. */
export function placeLongTexts(words: Int32Array, address: number): void {
  let place = address
  for (let cell = 0; cell < words.length; cell += 4) {
    const length = words[cell]!
    if (length <= INLINE) continue
    words[cell + 2] = place | 0
    words[cell + 3] = Math.floor(place / TWO_32)
    place += length
  }
}

export const TWO_32 = 4_294_967_296

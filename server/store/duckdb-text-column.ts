// A column of texts as the engine keeps them: 16 bytes each, with up to 12 bytes of text behind the length, a longer one
// with its first 4 and the place of all of it. Needs no engine, so it runs on any thread.

/** Bytes of a text in the vector. */
export const TEXT_WIDTH = 16
/** Most bytes of a text that stands in the vector itself. */
export const INLINE = 12

/** Long texts of a column, UTF-8, one after another in the order of their rows. */
export class LongTexts {
  #bytes = new Uint8Array(0)
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Writes a text at the end, without counting it yet, and returns its bytes; -1 for one with NUL, which no engine keeps alike. */
  write(text: string): number {
    this.#makeRoom(text.length * 3)
    const bytes = this.#bytes
    let at = this.#size
    for (let index = 0; index < text.length; index++) {
      let code = text.charCodeAt(index)
      if (code === 0) return -1
      if (code < 0x80) {
        bytes[at++] = code
        continue
      }
      if (code < 0x800) {
        bytes[at++] = 0xc0 | (code >> 6)
      } else {
        if (code >= 0xd800 && code < 0xe000) {
          const point = text.codePointAt(index)!
          // Halves of a broken character become U+FFFD.
          code = point > 0xffff ? point : 0xfffd
          if (point > 0xffff) index++
        }
        if (code > 0xffff) {
          bytes[at++] = 0xf0 | (code >> 18)
          bytes[at++] = 0x80 | ((code >> 12) & 0x3f)
        } else bytes[at++] = 0xe0 | (code >> 12)
        bytes[at++] = 0x80 | ((code >> 6) & 0x3f)
      }
      bytes[at++] = 0x80 | (code & 0x3f)
    }
    return at - this.#size
  }

  /** Counts what was written last. */
  keep(bytes: number): void {
    this.#size += bytes
  }

  /** Keeps what was kept last once more. */
  keepAgain(bytes: number): void {
    this.#makeRoom(bytes)
    this.#bytes.copyWithin(this.#size, this.#size - bytes, this.#size)
    this.#size += bytes
  }

  /** Puts the first bytes of what was written last elsewhere. */
  copyTo(target: Uint8Array, at: number, bytes: number): void {
    for (let index = 0; index < bytes; index++) target[at + index] = this.#bytes[this.#size + index]!
  }

  /** Moves all that was kept elsewhere and begins anew; returns its bytes. */
  moveTo(target: Uint8Array, at: number): number {
    const bytes = this.#size
    target.set(this.#bytes.subarray(0, bytes), at)
    this.#size = 0
    return bytes
  }

  #makeRoom(bytes: number): void {
    const most = this.#size + bytes
    if (most <= this.#bytes.length) return
    const grown = new Uint8Array(most * 2)
    grown.set(this.#bytes.subarray(0, this.#size))
    this.#bytes = grown
  }
}

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

/** The text of a row before, which is the column's last, once more. */
export function repeatText(from: number, row: number, words: Int32Array, long: LongTexts): void {
  const length = words[from * 4]!
  for (let word = 0; word < 4; word++) words[row * 4 + word] = words[from * 4 + word]!
  if (length > INLINE) long.keepAgain(length)
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

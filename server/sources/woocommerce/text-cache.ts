// Texts that come again and again (states, amounts, products, keys) as one string each, found by their bytes. Pure.

const SLOTS = 8192
/** Bytes of the longest text that is kept. */
const LONGEST = 80
/** Bytes of either end by which a text is looked up. */
const ENDS = 6

/** The UTF-8 text between two places; the last one of each slot is remembered, so it costs a bounded memory. */
export type TextOf = (bytes: Buffer, from: number, to: number) => string

export function textCache(): TextOf {
  const kept = new Uint8Array(SLOTS * LONGEST)
  const texts = Array.from({ length: SLOTS }, () => '')
  const lengths = new Uint8Array(SLOTS)
  return (bytes, from, to) => {
    const length = to - from
    if (length === 0) return ''
    if (length > LONGEST) return bytes.toString('utf8', from, to)
    const slot = slotOf(bytes, from, to)
    const start = slot * LONGEST
    if (lengths[slot] === length && isSame(bytes, from, to, kept, start)) return texts[slot]!
    const text = bytes.toString('utf8', from, to)
    for (let at = 0; at < length; at++) kept[start + at] = bytes[from + at]!
    lengths[slot] = length
    texts[slot] = text
    return text
  }
}

/** By the ends of a text, which tell most texts apart. */
function slotOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = to - from
  const head = Math.min(from + ENDS, to)
  for (let at = from; at < head; at++) hash = (Math.imul(hash, 31) + bytes[at]!) | 0
  for (let at = Math.max(head, to - ENDS); at < to; at++) hash = (Math.imul(hash, 31) + bytes[at]!) | 0
  return (hash ^ (hash >>> 13)) & (SLOTS - 1)
}

/** Whether the bytes between two places are those of `other` from `start` on. */
export function isSame(bytes: Uint8Array, from: number, to: number, other: Uint8Array, start = 0): boolean {
  for (let at = from, there = start; at < to; at++, there++) if (bytes[at] !== other[there]) return false
  return true
}

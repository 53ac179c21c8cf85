import { createHash } from 'node:crypto'

/** Numbers up to here are ids of shops that count their orders; those above are made of text. */
const TEXT_IDS = 2 ** 52

/** A number for any text that names an order: its own where it is one, else 52 bits of its hash above those. */
export function orderIdOf(text: string): number {
  if (/^[1-9]\d{0,15}$/.test(text) && Number(text) < TEXT_IDS) return Number(text)
  const hash = createHash('sha256').update(text).digest()
  return TEXT_IDS + Number(hash.readBigUInt64BE(0) >> 12n)
}

/** Excel wrote the number with an exponent: its last digits are lost. */
export const isSpoilt = (text: string): boolean => /^\d(?:[.,]\d+E\+?|E\+)\d+$/i.test(text)

/** Excel keeps 15 digits and fills with zeros; true for ids that may have been cut so. */
export const mayBeCut = (text: string): boolean => /^\d{16,}$/.test(text) && /^0+$/.test(text.slice(15))
export const isLong = (text: string): boolean => /^\d{16,}$/.test(text)

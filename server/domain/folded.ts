import { fold } from '#contract/row-order.ts'

/** Without letter case, accents and punctuation: 'Ciudad  de Córdoba.' → 'ciudad de cordoba'. */
export const folded = (text: string): string =>
  fold(text)
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** E-mail addresses are compared without letter case and surrounding space. */
export const foldedEmail = (text: string): string => text.trim().toLowerCase()

/** Text that both engines accept: without NUL and lone surrogates. */
export const storable = (text: string): string =>
  (text.includes('\0') ? text.replace(/\0/g, '') : text).toWellFormed()

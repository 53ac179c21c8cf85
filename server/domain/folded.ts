// Text as people mean it: letter case, accents and punctuation do not tell words apart; pure, imports nothing.

/** 'Ciudad  de Córdoba.' → 'ciudad de cordoba'. */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** E-mails are the same whatever their letter case and surrounding space. */
export const foldedEmail = (text: string): string => text.trim().toLowerCase()

/** Text that every engine and file keeps alike: without NUL and without halves of characters. */
export const storable = (text: string): string =>
  (text.includes('\0') ? text.replace(/\0/g, '') : text).toWellFormed()

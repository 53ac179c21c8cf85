// Texts in XML and HTML: charts, workbooks, mails and pages. Without zod, so that the browser can load it.

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ILLEGAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

/** Without control characters, lone surrogates and U+FFFE/FFFF, which do not exist in XML. */
export const printable = (text: string): string => text.replace(ILLEGAL, '')

/** A text as content or quoted attribute of XML and HTML. */
export const escapeMarkup = (text: string): string =>
  printable(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

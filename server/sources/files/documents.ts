// What a row of a list of invoices is: invoices and credit notes stand in one table, often with amounts without a sign.
import { folded } from '#server/domain/folded.ts'
import type { Cell } from './cell.ts'
import { textOf } from './cell.ts'
import { statusByWord } from './statuses.ts'

const CREDIT =
  /\bnotas? (?:de )?credito|^n ?c(?: ?[abcemv])?\b|\bnc[abcemv]?\b|credit (?:memo|note)|devoluc|\breturn|\brefund|reembolso|estorno/
const SALE =
  /factura|\bfac\b|\bf ?[abc]\b|\bfc ?[abcem]?\b|\bf[av]v\b|\bnd ?[abcemv]?\b|debito|ticket|\btk\b|\btique|boleta|recibo|remito|presupuesto|pedido|\bventa\b|\bsale\b|invoice|receipt|order|payment/

/** Codes of the Argentine tax office: credit notes, and the others that sell. */
const CREDIT_CODES: ReadonlySet<number> = new Set([3, 8, 13, 21, 53, 110, 112, 113, 114, 203, 208, 213])
const SALE_CODES: ReadonlySet<number> = new Set([
  ...[1, 2, 6, 7, 11, 12, 19, 20, 51, 52, 81, 82, 83, 111, 118, 201, 202, 206, 207, 211, 212],
])

const codeOf = (text: string): number | undefined => (/^\d{1,3}$/.test(text) ? Number(text) : undefined)

/** «NC0003-00000007» begins with its kind. */
const wordsIn = (text: string): string => folded(text).replace(/(?<=\p{L})(?=\d)/u, ' ')

/** A row that gives money back, whatever the sign of its amounts. */
export function isCredit(text: string): boolean {
  const code = codeOf(text)
  return code === undefined ? CREDIT.test(wordsIn(text)) : CREDIT_CODES.has(code)
}

/** A credit note, which is numbered like an invoice; what a till calls a return keeps the number of its sale. */
export const isCreditNote = (text: string): boolean =>
  isCredit(text) && !/devoluc|\breturn|\brefund|reembolso|estorno/.test(folded(text))

/** Whether a cell names a kind of document. */
export function isDocument(cell: Cell): boolean {
  const text = textOf(cell)
  const code = codeOf(text)
  if (code !== undefined) return CREDIT_CODES.has(code) || SALE_CODES.has(code)
  // «FAC 0001-00000001» is the document itself.
  return !/\d{4}/.test(text) && (isCredit(text) || SALE.test(folded(text)))
}

/** Whether a column tells kinds of documents: all of its values do, or most beside credit notes. */
export function areDocuments(cells: readonly Cell[]): boolean {
  const known = cells.filter(isDocument).length
  const isNamedCredit = (cell: Cell) => codeOf(textOf(cell)) === undefined && isCreditNote(textOf(cell))
  return known === cells.length || (known * 2 >= cells.length && cells.some(isNamedCredit))
}

/** «FC A 0003-00000101» and «NC A 0003-00000007»: numbers that begin with their kind. */
export function areNumberedDocuments(cells: readonly Cell[]): boolean {
  const numbered = cells.filter((cell) => /\d/.test(textOf(cell)))
  const isKind = (cell: Cell) => isDocument(/^\p{L}\D*?(?=[\s.:#-]*\d)/u.exec(textOf(cell))?.[0] ?? '')
  // Rows of totals may stand among them.
  return numbered.filter(isKind).length > numbered.length * 0.8
}

/** A document that is no sale, such as a quotation, tells what became of the order where nothing else does. */
export function documentStatus(text: string): string {
  const status = isCredit(text) ? undefined : statusByWord(text)
  return status === undefined || status === 'wc-completed' ? '' : text
}

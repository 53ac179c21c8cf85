// Amounts and quantities by content. The decimal sign is that of the file's other numbers.
import { type DecimalSign, decimalSignsOf, decimalText } from '#contract/decimal-text.ts'
import { type Cell, isBrokenCell, isNumberCell, textOf, wordsOf } from './cell.ts'
import { currencyCode } from './currency.ts'

/** Currencies by code or sign around a number; a percent sign behind it. */
const AROUND =
  /^(\(?\s*-?\s*)(?:[A-Z]{3}|[Uu]\$[SsDd]|[A-Z]{1,2}\$|S\/\.?|Gs\.?|Bs\.?|€|£|₲|\$U?)\s*|\s*(?:[A-Z]{3}|€|£|%)(\s*\)?)$/g

/** «3 un.», «2,5 kg»: what is counted behind a number; not what makes another number of it, such as a dozen. */
const UNIT = /(?<=\d)\s*(?:un?|uds?|uni|unid|unidad(?:es)?|kgs?|kilos?|lts?|litros?)\.?$/i

/** '' where there is no value. */
export function bareNumber(cell: Cell): string {
  const text = wordsOf(cell)
  if (text === '' || text === '$') return ''
  if (isNumberCell(cell)) return text
  // '$ 1.500.-' as it is written by hand.
  const bare = text
    .replace(UNIT, '')
    .replace(/(?<=\d)[.,]-$/, '')
    .replace(AROUND, '$1$2')
  // '50,00-' as accounting programs write it.
  return /^[\d.,\s]+-$/.test(bare) ? `-${bare.slice(0, -1)}` : bare
}

/** '5%', also in a column of amounts. */
export const isWrittenPercent = (text: string): boolean => /%\s*\)?$/.test(text)

/** ISO code of the currency that stands beside a number; undefined for none and for '$'. */
export function writtenCurrency(cell: Cell): string | undefined {
  if (isNumberCell(cell) || !/[A-Za-z€£₲]/.test(cell)) return undefined
  const [, before, after] =
    /^\(?\s*-?\s*([A-Z]{3}|[Uu]\$[SsDd]|[A-Z]{1,2}\$|S\/\.?|Gs\.?|€|£|₲|\$U)?\s*-?[\d.,\s]*\d\s*([A-Z]{3}|€|£)?\)?$/.exec(
      textOf(cell),
    ) ?? []
  const sign = before ?? after
  return sign === undefined ? undefined : currencyCode(sign)
}

export type ReadNumber =
  | { readonly text: string }
  | { readonly problem: 'broken' | 'unclear' | 'wrong' }
  | undefined

/** Undefined for an empty cell. */
export function numberOf(cell: Cell, sign: DecimalSign): ReadNumber {
  if (isBrokenCell(cell)) return { problem: 'broken' }
  const bare = bareNumber(cell)
  if (bare === '') return undefined
  if (isNumberCell(cell)) return { text: bare }
  const text = decimalText(bare, sign)
  if (text === 'unclear') return { problem: 'unclear' }
  return text === undefined ? { problem: 'wrong' } : { text }
}

/** Between discounts that are taken off one after the other: «10+5». */
export const CHAIN = '+'

export const isChain = (text: string): boolean => /\d\s*%?\s*\+\s*\d/.test(text)

/** Percentages, one taken off after the other, as one. */
export function percentOf(cell: Cell, sign: DecimalSign): ReadNumber {
  const parts = cell.split(CHAIN).filter((part) => textOf(part) !== '')
  if (parts.length < 2) return numberOf(parts[0] ?? '', sign)
  let left = 1
  for (const part of parts) {
    const read = numberOf(part, sign)
    if (!read || 'problem' in read) return read
    const percent = Math.abs(Number(read.text))
    if (percent > 100) return read
    left *= 1 - percent / 100
  }
  return { text: String(Number((100 * (1 - left)).toFixed(8))) }
}

/** What a file's numbers show about its decimal sign. */
export interface DecimalEvidence {
  see(cell: Cell): void
  /** Undefined if no number shows it, or if they differ. */
  sign(): DecimalSign
  /** Numbers such as '1.250' that only the sign explains, at most three. */
  readonly unclear: readonly string[]
}

export function decimalEvidence(): DecimalEvidence {
  const signs = new Set<'.' | ','>()
  const unclear: string[] = []
  return {
    unclear,
    see(cell) {
      if (isNumberCell(cell) || isBrokenCell(cell) || (signs.size === 2 && unclear.length === 3)) return
      const bare = bareNumber(cell)
      if (bare === '') return
      for (const sign of decimalSignsOf([bare])) signs.add(sign)
      if (unclear.length < 3 && decimalText(bare, undefined) === 'unclear' && !unclear.includes(bare))
        unclear.push(bare)
    },
    sign: () => (signs.size === 1 ? [...signs][0] : undefined),
  }
}

/** Whether amounts of several currencies stand in one table: only then a sign beside one says that it is another's. */
export function currencyEvidence() {
  const written = new Set<string | undefined>()
  return {
    see(cell: Cell) {
      if (written.size < 2 && /[1-9]/.test(bareNumber(cell))) written.add(writtenCurrency(cell))
    },
    isMixed: () => written.size > 1,
  }
}

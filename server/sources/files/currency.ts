// In which currency the amounts of dropped files are.
import { entryOf } from '#contract/entry.ts'
import { folded } from '#server/domain/folded.ts'
import type { Question, Recipe } from './model.ts'

const CURRENCIES = ['ARS', 'USD', 'CLP', 'UYU', 'BRL', 'MXN', 'COP', 'PEN', 'EUR']

/** Signs beside an amount, in capitals. */
const SIGNS: Readonly<Record<string, string>> = {
  ...{ U$S: 'USD', U$D: 'USD', US$: 'USD', USS: 'USD', R$: 'BRL', MX$: 'MXN', 'S/': 'PEN', 'S/.': 'PEN' },
  ...{ AR$: 'ARS', $U: 'UYU', 'GS.': 'PYG', GS: 'PYG', '₲': 'PYG', '€': 'EUR', '£': 'GBP' },
  // Of the Argentine tax office.
  ...{ PES: 'ARS', DOL: 'USD' },
}

/** Numbers that the Argentine tax office gives currencies; workbooks drop their zero. */
const NUMBERED: Readonly<Record<number, string>> = {
  ...{ 10: 'MXN', 11: 'UYU', 12: 'BRL', 29: 'PYG', 32: 'COP', 33: 'CLP', 60: 'EUR' },
}

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^pesos? arg/, 'ARS'],
  [/^pesos? uru/, 'UYU'],
  [/^pesos? chi/, 'CLP'],
  [/^pesos? mex/, 'MXN'],
  [/^pesos? col/, 'COP'],
  [/^dolar(?:es)?(?: estadounidenses?| americanos?| e?e?uu\b.*| usa)?$/, 'USD'],
  [/^euros?$/, 'EUR'],
  [/^real(?:es)?(?: brasilen[oa]s?)?$/, 'BRL'],
  [/^guarani(?:es)?$/, 'PYG'],
]

const PESOS: ReadonlySet<string> = new Set(['ARS', 'CLP', 'UYU', 'MXN', 'COP', 'DOP', 'CUP', 'PHP'])

const ISO: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

const isOwnSign = (text: string): boolean => /^(?:\$|moneda (?:local|nacional|corriente))$/.test(text)
const isPesos = (text: string): boolean => /^pesos?$/.test(text)

/** ISO code of a currency's code, sign or name; undefined for '$', pesos of no country and what is no currency. */
export function currencyCode(text: string): string | undefined {
  const upper = text.trim().toUpperCase()
  const sign = entryOf(SIGNS, upper)
  if (sign !== undefined) return sign
  if (ISO.has(upper)) return upper
  if (/^\d{2,3}$/.test(upper)) return NUMBERED[Number(upper)]
  return WORDS.find(([word]) => word.test(folded(text)))?.[1]
}

/** `isUnknown`: the text names no currency, so that the shop's is taken. */
export function orderCurrency(
  text: string,
  own: string,
): { readonly currency: string; readonly isUnknown: boolean } {
  const code = text.trim().toUpperCase() === own ? own : currencyCode(text)
  if (code !== undefined) return { currency: code, isUnknown: false }
  const name = folded(text)
  if (isPesos(name)) return { currency: own === '' || PESOS.has(own) ? own : 'ARS', isUnknown: false }
  return { currency: own, isUnknown: name !== '' && !isOwnSign(name) }
}

/** «Ingresos por productos (ARS)», «Importe U$S», «Total en dólares»; undefined where the title of amounts names none. */
export function titleCurrency(title: string): string | undefined {
  if (/U\$[SD]|US\$|\bd[oó]lar(?:es)?\b/i.test(title)) return 'USD'
  const words = title.split(/[^A-Z$]+/)
  return CURRENCIES.find((code) => words.includes(code))
}

const codesOf = (told: Iterable<string>): string[] => [
  ...new Set([...told].flatMap((text) => currencyCode(text) ?? [])),
]

/** The one given, the stored one, or the only one that the files tell. */
export function currencyOf(
  told: readonly string[],
  { recipe, currency }: { readonly recipe: Recipe; readonly currency: string | undefined },
): string | undefined {
  const codes = codesOf(told)
  const isOnly = codes.length === 1 && told.every((text) => currencyCode(text) !== undefined)
  return recipe.currency ?? currency ?? (isOnly ? codes[0] : undefined)
}

export function currencyQuestion(
  told: readonly string[],
  file: string | null,
  currency: string | undefined,
): Question[] {
  if (currency !== undefined) return []
  const codes = codesOf(told)
  const options = [...new Set([...codes, ...CURRENCIES])]
  return [{ key: 'currency', file, column: null, options, samples: codes }]
}

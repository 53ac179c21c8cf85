// In which currency the amounts of dropped files are.
import type { Question, Recipe } from './model.ts'

const CURRENCIES = ['ARS', 'USD', 'CLP', 'UYU', 'BRL', 'MXN', 'COP', 'PEN', 'EUR']

const codesOf = (told: Iterable<string>): string[] =>
  [...new Set(told)].filter((text) => /^[A-Z]{3}$/.test(text))

/** The one given, the stored one, or the only one that the files tell. */
export function currencyOf(
  told: Iterable<string>,
  { recipe, currency }: { readonly recipe: Recipe; readonly currency: string | undefined },
): string | undefined {
  const codes = codesOf(told)
  return recipe.currency ?? currency ?? (codes.length === 1 ? codes[0] : undefined)
}

export function currencyQuestion(
  told: Iterable<string>,
  file: string | null,
  currency: string | undefined,
): Question[] {
  if (currency !== undefined) return []
  const codes = codesOf(told)
  const options = [...new Set([...codes, ...CURRENCIES])]
  return [{ key: 'currency', file, column: null, options, samples: codes }]
}

// Rules for fees that pay: a name may hold the code of one card, so that its words alone decide where no other name has them.
import { compilePattern } from '../pattern.ts'
import { patternOfTokens, piecesOf, type ShownName } from './names.ts'
import { type NameRule, rulesFor } from './rules.ts'

export type { NameRule }

export function paymentRules(names: readonly ShownName[], others: readonly ShownName[]): NameRule[] {
  const [first, ...more] = names
  const words = first && more.length === 0 ? wordsBeforeCode(first) : undefined
  if (!words) return rulesFor(names, others)
  const { test } = compilePattern(words.pattern)
  return others.some(({ raw }) => raw.some(test)) ? rulesFor(names, others) : [{ ...words, names, also: [] }]
}

/** Undefined for a name without a code. */
function wordsBeforeCode({ tokens }: ShownName): Pick<NameRule, 'pattern' | 'form' | 'pieces'> | undefined {
  const code = tokens.findIndex(
    ({ is, text, isHidden }) => isHidden || is === 'number' || /[(#:[]/.test(text),
  )
  if (code < 1 || !tokens.slice(0, code).some(({ is }) => is === 'letters')) return undefined
  const until = /[(#:[]/.test(tokens[code]!.text) ? code + 1 : code
  const words = tokens.slice(0, until)
  return { pattern: `^${patternOfTokens(words)}`, form: 'starts', pieces: [piecesOf(words)] }
}

// Rules for chosen names: the widest form that matches these and none of the other names.

import { MAX_PATTERN_LENGTH } from '#contract/limits.ts'
import type { Pieces } from '#contract/mapping-examples.ts'
import { compilePattern, patternError } from '../pattern.ts'
import { codeForms } from './codes.ts'
import { saysSomething } from './families.ts'
import { patternOfTokens, piecesOf, type ShownName, shapeOf, sharedTokens } from './names.ts'

export interface NameRule {
  readonly pattern: string
  readonly form: 'exact' | 'starts' | 'ends' | 'whole'
  /** Several for a list of exact names. */
  readonly pieces: readonly Pieces[]
  /** The chosen names that it covers. */
  readonly names: readonly ShownName[]
  /** Names that it also matches; only exact names that differ in hidden parts or letter case have any. */
  readonly also: readonly ShownName[]
}

type Form = Omit<NameRule, 'names' | 'also'>

/** `others`: names of the same kind that were not chosen. */
export function rulesFor(chosen: readonly ShownName[], others: readonly ShownName[]): NameRule[] {
  const form = formsOf(chosen).find(
    ({ pattern }) =>
      patternError(pattern) === undefined &&
      matching(pattern, chosen).length === chosen.length &&
      matching(pattern, others).length === 0,
  )
  const forms = form ? [{ form, names: chosen }] : exactForms(chosen)
  return forms.map(({ form: found, names }) => ({ ...found, names, also: matching(found.pattern, others) }))
}

const matching = (pattern: string, names: readonly ShownName[]): ShownName[] => {
  if (names.length === 0) return []
  const { test } = compilePattern(pattern)
  return names.filter(({ raw }) => raw.some(test))
}

/** Forms that generalise several names, widest first. */
const formsOf = (names: readonly ShownName[]): Form[] =>
  names.length < 2
    ? []
    : [
        // First, since codes may share their first characters by chance.
        ...codeForms(names),
        ...[sharedStart(names), sharedEnd(names), sharedShape(names)].flatMap((form) => form ?? []),
      ]

/** Keeps a rule from ending inside a word or a number. */
const BOUNDARIES = { letters: '\\P{L}', number: '\\D', sign: undefined, email: '\\s' }

function sharedStart(names: readonly ShownName[]): Form | undefined {
  const shared = sharedTokens(names, 'start')
  if (!saysSomething(names, 'start', shared)) return undefined
  const tokens = names[0]!.tokens.slice(0, shared)
  const [text, pieces] = [patternOfTokens(tokens), [piecesOf(tokens)]]
  if (names.every((name) => name.tokens.length === shared))
    return { form: 'whole', pattern: `^${text}$`, pieces }
  const boundary = BOUNDARIES[tokens.at(-1)!.is]
  return { form: 'starts', pattern: boundary ? `^${text}(?:${boundary}|$)` : `^${text}`, pieces }
}

function sharedEnd(names: readonly ShownName[]): Form | undefined {
  const shared = sharedTokens(names, 'end')
  if (!saysSomething(names, 'end', shared)) return undefined
  const tokens = names[0]!.tokens.slice(-shared)
  const boundary = BOUNDARIES[tokens[0]!.is]
  const text = patternOfTokens(tokens)
  return {
    form: 'ends',
    pattern: boundary ? `(?:^|${boundary})${text}$` : `${text}$`,
    pieces: [piecesOf(tokens)],
  }
}

function sharedShape(names: readonly ShownName[]): Form | undefined {
  const [shape, ...others] = names.map(shapeOf)
  if (!shape || others.some((other) => other?.pattern !== shape.pattern)) return undefined
  return { form: 'whole', pattern: `^${shape.pattern}$`, pieces: [shape.pieces] }
}

/** Lists of exact names, split into as many rules as the maximum length of a pattern requires. */
function exactForms(names: readonly ShownName[]): { form: Form; names: ShownName[] }[] {
  const lists: ShownName[][] = []
  let list: ShownName[] = []
  for (const name of names) {
    // A name of this length cannot be a pattern; it stays without a rule.
    if (exactPattern([name]).length > MAX_PATTERN_LENGTH) continue
    if (exactPattern([...list, name]).length > MAX_PATTERN_LENGTH) {
      lists.push(list)
      list = []
    }
    list.push(name)
  }
  if (list.length > 0) lists.push(list)
  return lists.map((some) => ({
    names: some,
    form: {
      form: 'exact',
      pattern: exactPattern(some),
      pieces: some.map(({ tokens }) => piecesOf(tokens, true)),
    },
  }))
}

const exactPattern = (names: readonly ShownName[]): string => {
  const texts = names.map(({ tokens }) => patternOfTokens(tokens, true))
  return texts.length === 1 ? `^${texts[0]}$` : `^(?:${texts.join('|')})$`
}

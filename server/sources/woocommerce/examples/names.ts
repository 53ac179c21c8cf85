// Coupon codes and fee names split into tokens, with personal data hidden.
import type { Pieces } from '#contract/mapping-examples.ts'
import { folded } from '#server/domain/folded.ts'

type TokenKind = 'letters' | 'number' | 'sign' | 'email'

interface Token {
  readonly is: TokenKind
  readonly text: string
  /** Stands for a person: never shown, and matched by its kind. */
  readonly isHidden: boolean
  /** Equal for tokens that a rule does not distinguish: any number equals any other. */
  readonly key: string
}

/** A discount under the name that one or more orders give it. */
export interface SeenName {
  readonly kind: 'coupon' | 'fee'
  readonly name: string
  readonly uses: number
  /** In cents. */
  readonly amount: number
  readonly order_id: number
  /** First and last name of the buyer, if only one buyer used it. */
  readonly buyer?: string | undefined
}

export interface ShownName extends Omit<SeenName, 'buyer'> {
  /** The name without personal data; names that differ only in these are merged. */
  readonly shown: string
  readonly raw: readonly string[]
  readonly tokens: readonly Token[]
}

const TOKENS = /[^\s@]+@[^\s@]+|\p{L}+|\d+|[^\p{L}\d]/gu
/** Telephone and identity numbers have at least this many digits. */
const LONG_NUMBER = 7
const MASK = '•••'
/** Shorter names occur within ordinary words. */
const NAME_LENGTH = 3

const kindOf = (text: string): TokenKind => {
  if (text.length > 2 && text.includes('@')) return 'email'
  if (/^\d/.test(text)) return 'number'
  return /^\p{L}/u.test(text) ? 'letters' : 'sign'
}

function tokensOf(name: string, buyer: string | undefined): Token[] {
  const parts = folded(buyer ?? '')
    .split(' ')
    .filter((part) => part.length >= NAME_LENGTH)
  return [...name.matchAll(TOKENS)].map(([text]) => {
    const is = kindOf(text)
    const isHidden =
      is === 'email' ||
      (is === 'number' && text.length >= LONG_NUMBER) ||
      (is === 'letters' && parts.some((part) => folded(text).includes(part)))
    const key = is === 'number' || isHidden ? is : text.toLowerCase()
    return { is, text, isHidden, key }
  })
}

/** Merges names that are equal without letter case and personal data; most used first. */
export function shownNames(names: readonly SeenName[]): ShownName[] {
  const merged = new Map<string, ShownName>()
  for (const { buyer, ...seen } of names) {
    const tokens = tokensOf(seen.name, buyer)
    const shown = tokens.map(({ text, isHidden }) => (isHidden ? MASK : text)).join('')
    const key = `${seen.kind} ${shown.toLowerCase()}`
    const before = merged.get(key)
    if (!before) merged.set(key, { ...seen, shown, raw: [seen.name], tokens })
    else
      merged.set(key, {
        ...before,
        uses: before.uses + seen.uses,
        amount: before.amount + seen.amount,
        raw: [...before.raw, seen.name],
      })
  }
  return [...merged.values()].sort(
    (one, other) => other.uses - one.uses || (one.shown < other.shown ? -1 : 1),
  )
}

const CLASSES: Record<TokenKind, string> = {
  letters: '\\p{L}+',
  number: '\\d+',
  email: '[^\\s@]+@[^\\s@]+',
  sign: '',
}

export const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** A regular expression for tokens; `exact`: numbers that are not hidden match themselves only. */
export const patternOfTokens = (tokens: readonly Token[], exact = false): string =>
  tokens
    .map(({ is, text, isHidden }) => (isHidden || (is === 'number' && !exact) ? CLASSES[is] : escaped(text)))
    .join('')

/** The tokens as text for people. */
export function piecesOf(tokens: readonly Token[], exact = false): Pieces {
  const pieces: Pieces = []
  for (const { is, text, isHidden } of tokens) {
    if (is !== 'sign' && (isHidden || (is === 'number' && !exact))) {
      pieces.push({ is, text: '' })
      continue
    }
    const last = pieces.at(-1)
    if (last?.is === 'text') last.text += text
    else pieces.push({ is: 'text', text })
  }
  return pieces
}

/** Number of leading tokens (trailing, from the end) that all names have. */
export function sharedTokens(names: readonly Pick<ShownName, 'tokens'>[], from: 'start' | 'end'): number {
  const [first, ...rest] = names.map(({ tokens }) => (from === 'start' ? tokens : tokens.toReversed()))
  if (!first) return 0
  let shared = 0
  while (shared < first.length && rest.every((tokens) => tokens[shared]?.key === first[shared]?.key)) shared++
  return shared
}

export interface Shape {
  readonly pattern: string
  readonly pieces: Pieces
}

/** Codes such as 'abcd1234' or 'x7k2p9' that programs generate; undefined for names made of words. */
export function shapeOf({ tokens, shown }: Pick<ShownName, 'tokens' | 'shown'>): Shape | undefined {
  if (tokens.some(({ is, isHidden }) => isHidden || is === 'sign')) return undefined
  if (!tokens.some(({ is }) => is === 'number') || shown.length < 6) return undefined
  if (tokens.length > 2 || !tokens.some(({ is }) => is === 'letters'))
    return { pattern: `[\\p{L}\\d]{${shown.length}}`, pieces: [{ is: 'mixed', text: String(shown.length) }] }
  return {
    pattern: tokens.map(({ is, text }) => `${is === 'number' ? '\\d' : '\\p{L}'}{${text.length}}`).join(''),
    pieces: tokens.map(({ is, text }) => ({
      is: is === 'number' ? 'number' : 'letters',
      text: String(text.length),
    })),
  }
}

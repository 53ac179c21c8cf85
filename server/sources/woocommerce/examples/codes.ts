// Codes that programs generate: a shared start or end, and letters and digits of one shape, such as 'personal-2c0299'.
import type { Pieces } from '#contract/mapping-examples.ts'
import { compilePattern } from '../pattern.ts'
import { escaped, type ShownName } from './names.ts'

/** With fewer codes, a shape is a coincidence. */
const LEAST_CODES = 3
/** Letters and digits without what is shared. */
const LEAST_LENGTH = 4
const MOST_LENGTH = 40
/** Letters that begin a code by chance are fewer. */
const LEAST_WORD = 3
/** Share of codes in which letters and digits take turns, unlike words with a number. */
const LEAST_TURNING = 0.3
/** Codes have one length if that many do; the others only look alike. */
const ONE_LENGTH = 0.8
/** A name without digits is a word where so few codes would have none. */
const RARE = 0.02
/** Telephone and identity numbers, which no pattern may hold. */
const LONG_NUMBER = /\d{7}/

const HEX = /^[\da-f]*$/
const CHUNKS = /[\p{L}\d]+/gu

interface Code<Name> {
  readonly name: Name
  readonly text: string
}

/** Names of one generated kind each, and the others. */
export function codeFamilies(names: readonly ShownName[]): { families: ShownName[][]; rest: ShownName[] } {
  const families: ShownName[][] = []
  const codes = names.map((name) => ({ name, text: textOf(name) }))
  const others = takeFamilies(codes, '', families)
  const reversed = others.map(({ name, text }) => ({ name, text: backwards(text) }))
  const rest = takeFamilies(reversed, '', families).map(({ name }) => name)
  return { families, rest }
}

/** As written; names that differ in hidden numbers only are one, and the first of them stands for all. */
const textOf = ({ raw, shown, tokens }: ShownName): string => {
  const hidesOnlyNumbers = tokens.every(({ is, isHidden }) => !isHidden || is === 'number')
  return (hidesOnlyNumbers ? (raw[0] ?? shown) : shown).toLowerCase()
}

const backwards = (text: string): string => [...text].reverse().join('')

/** Takes the families out of codes that share a start, those with a longer start first. Returns the others. */
function takeFamilies<Name>(
  codes: readonly Code<Name>[],
  above: string,
  families: Name[][],
): readonly Code<Name>[] {
  if (codes.length < LEAST_CODES) return codes
  const shared = sharedStart(codes.map(({ text }) => text))
  const found = startIn(shared)
  const isOwn = /[^\p{L}\d]$/u.test(found) ? found !== above : found.length >= above.length + LEAST_WORD
  const start = isOwn ? found : above
  const byNext = Map.groupBy(codes, ({ text }) => text.slice(0, shared.length + 1))
  let others: readonly Code<Name>[] =
    byNext.size > 1 ? [...byNext.values()].flatMap((some) => takeFamilies(some, start, families)) : codes
  if (!isOwn) return others
  for (const alike of Map.groupBy(others, ({ text }) => structureOf(text.slice(start.length))).values()) {
    const members = generatedAmong(alike, ({ text }) => text.slice(start.length))
    if (members.length < LEAST_CODES || !holdsForUnseen(members, start)) continue
    families.push(members.map(({ name }) => name))
    others = others.filter((one) => !members.includes(one))
  }
  return others
}

const sharedStart = (texts: readonly string[]): string => {
  const [first = '', ...rest] = texts
  let length = first.length
  for (const text of rest) while (!text.startsWith(first.slice(0, length))) length--
  return first.slice(0, length)
}

/** What of a shared start is no part of the codes: up to its last sign, and a word after it. */
const startIn = (shared: string): string => {
  const signs = /^.*[^\p{L}\d]/su.exec(shared)?.[0] ?? ''
  return signs + (/^\p{L}{3,}/u.exec(shared.slice(signs.length))?.[0] ?? '')
}

/** Equal for texts with the same signs between their letters and digits. */
const structureOf = (text: string): string => text.replace(CHUNKS, '#')

const chunksOf = (text: string): string[] => text.match(CHUNKS) ?? []
const lengthsOf = (text: string): string =>
  chunksOf(text)
    .map(({ length }) => length)
    .join()
const bodyOf = (text: string): string => chunksOf(text).join('')
const turns = (body: string): number => (body.match(/\d+|\p{L}+/gu) ?? []).length

/** Those of texts with one structure that a program generated. */
function generatedAmong<One>(all: readonly One[], tailOf: (one: One) => string): One[] {
  const tail = new Map(all.map((one) => [one, tailOf(one)]))
  const body = (one: One) => bodyOf(tail.get(one) ?? '')
  const withDigits = all.filter((one) => /\d/.test(body(one)))
  const byLengths = Map.groupBy(withDigits, (one) => lengthsOf(tail.get(one) ?? ''))
  const usual = [...byLengths].find(([, some]) => some.length >= withDigits.length * ONE_LENGTH)
  const coded = usual ? usual[1] : withDigits
  if (coded.some((one) => body(one).length < LEAST_LENGTH)) return []
  const turning = coded.filter((one) => turns(body(one)) > 2)
  if (turning.length === 0 || turning.length < coded.length * LEAST_TURNING) return []
  const letters = coded.map(body).join('')
  const share = letters.replace(/\d/g, '').length / letters.length
  const isHex = HEX.test(letters)
  const isCode = (one: One) =>
    (!usual || lengthsOf(tail.get(one) ?? '') === usual[0]) &&
    (!isHex || HEX.test(body(one))) &&
    body(one).length >= LEAST_LENGTH &&
    share ** body(one).length >= RARE
  return all.filter((one) => coded.includes(one) || (!withDigits.includes(one) && isCode(one)))
}

/** Whether the shape of every other code matches the rest. */
function holdsForUnseen(codes: readonly { text: string }[], start: string): boolean {
  const tails = codes.map(({ text }) => text.slice(start.length))
  const seen = tails.filter((_, index) => index % 2 === 0)
  const { test } = compilePattern(`^${tailPattern(seen, '[\\p{L}\\d]')}$`)
  return tails.every(test)
}

/** The chunks in which texts of one structure differ as a class of characters, everything else as it is. */
function tailPattern(tails: readonly string[], characters: string): string {
  let chunk = 0
  return escapedSigns(tails[0] ?? '', (text) => {
    const own = tails.map((tail) => chunksOf(tail)[chunk] ?? '')
    chunk++
    return own.every((one) => one === text) ? escaped(text) : `${characters}{${rangeOf(own)}}`
  })
}

const escapedSigns = (text: string, ofChunk: (text: string) => string): string =>
  text.replace(/[\p{L}\d]+|[^\p{L}\d]+/gu, (part) =>
    /[\p{L}\d]/u.test(part) ? ofChunk(part) : escaped(part),
  )

/** Codes of several lengths may have others too. */
const rangeOf = (chunks: readonly string[]): string => {
  const lengths = new Set(chunks.map(({ length }) => length))
  return lengths.size === 1 ? [...lengths].join('') : `${Math.min(...lengths, LEAST_LENGTH)},${MOST_LENGTH}`
}

interface CodeForm {
  readonly form: 'starts' | 'ends' | 'whole'
  readonly pattern: string
  readonly pieces: readonly Pieces[]
}

/** Forms that all these codes and unseen ones of their kind have, widest first; none for names that were not generated. */
export function codeForms(names: readonly ShownName[]): CodeForm[] {
  const texts = names.map(textOf)
  return [...formsFrom(texts, true), ...formsFrom(texts, false)]
}

function formsFrom(written: readonly string[], fromStart: boolean): CodeForm[] {
  const texts = fromStart ? written : written.map(backwards)
  const shared = startIn(sharedStart(texts))
  const tailOf = (text: string) => text.slice(shared.length)
  const tails = texts.map(tailOf)
  if (shared === '' || LONG_NUMBER.test(shared) || new Set(tails.map(structureOf)).size > 1) return []
  if (generatedAmong(texts, tailOf).length < texts.length) return []
  const [fixed, own] = fromStart ? [shared, tails] : [backwards(shared), tails.map(backwards)]
  const inOrder = <Part>(start: Part, tail: Part): Part[] => (fromStart ? [start, tail] : [tail, start])
  const text = { is: 'text' as const, text: fixed }
  const anchored = (pattern: string[]) => `^${pattern.join('')}$`
  const whole = (characters: string): CodeForm => ({
    form: 'whole',
    pattern: anchored(inOrder(escaped(fixed), tailPattern(own, characters))),
    pieces: [inOrder<Pieces[number]>(text, { is: 'mixed', text: sizeOf(own) })],
  })
  // A word without a sign after it may be the start of another word.
  const isApart = /[^\p{L}\d]$/u.test(shared)
  return [
    ...(isApart ? [edge(text, fromStart)] : []),
    whole('[\\p{L}\\d]'),
    ...(own.every((tail) => HEX.test(bodyOf(tail))) ? [whole('[\\da-f]')] : []),
  ]
}

const edge = (text: Pieces[number], fromStart: boolean): CodeForm => ({
  form: fromStart ? 'starts' : 'ends',
  pattern: fromStart ? `^${escaped(text.text)}` : `${escaped(text.text)}$`,
  pieces: [[text]],
})

/** '' for codes of several lengths. */
const sizeOf = (tails: readonly string[]): string => {
  const sizes = new Set(tails.map((tail) => bodyOf(tail).length))
  return sizes.size === 1 ? [...sizes].join('') : ''
}

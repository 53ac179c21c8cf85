// Patterns of a mapping: regular expressions, letter case aside, in a time that grows with the text alone, whoever wrote them.
import { RE2JS } from 're2js'

export interface Pattern {
  test(text: string): boolean
  /** What the whole pattern caught, then each of its groups ('' for one that took no part); undefined: it is not there. */
  caughtIn(text: string): readonly string[] | undefined
}

export const LONGEST_PATTERN = 500
/** Steps of the engine's program; `{1,1000}` makes large ones of short texts. */
const LARGEST = 1_500

/** Patterns stand in rules that are read for every record, so each is compiled once. */
const compiled = new Map<string, Pattern>()
const REMEMBERED = 1_000

/** Throws where `mistakeIn` finds one. */
export function patternOf(text: string): Pattern {
  const known = compiled.get(text)
  if (known) return known
  const engine = engineOf(text)
  const pattern: Pattern = {
    test: (name) => engine.test(name),
    caughtIn(name) {
      // Asked first, since it needs no groups and nearly always says no.
      if (!engine.test(name)) return undefined
      const matcher = engine.matcher(name)
      if (!matcher.find()) return undefined
      return Array.from({ length: engine.groupCount() + 1 }, (_, group) => matcher.group(group) ?? '')
    },
  }
  if (compiled.size < REMEMBERED) compiled.set(text, pattern)
  return pattern
}

const engineOf = (text: string) => RE2JS.compile(RE2JS.translateRegExp(text), RE2JS.CASE_INSENSITIVE)

const TOO_LARGE = 'is too large a regular expression'

/** Undefined for a pattern that may stand in a mapping. */
export function mistakeIn(text: string): string | undefined {
  if (text.length > LONGEST_PATTERN) return `must be at most ${LONGEST_PATTERN} characters`
  try {
    return engineOf(text).programSize() > LARGEST ? TOO_LARGE : undefined
  } catch (error) {
    if (/too large|repeat count/.test(String(error))) return TOO_LARGE
    return looksAround(text) ? 'must not look around or quote itself' : 'is not a regular expression'
  }
}

/** Look-around and back references, which no engine matches in linear time. */
const looksAround = (text: string): boolean => /\(\?<?[=!]|\\[1-9]|\\k</.test(text)

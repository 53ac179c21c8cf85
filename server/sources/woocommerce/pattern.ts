// Regular expressions of a mapping, ignoring case, matched in time linear in the text's length.
import { RE2JS } from 're2js'
import { FIELD_ERRORS } from '#contract/errors.ts'
import { MAX_PATTERN_LENGTH } from '#contract/limits.ts'

export interface Pattern {
  test(text: string): boolean
  /** The whole match and its groups ('' for an unused one); undefined without a match. */
  match(text: string): readonly string[] | undefined
}

/** Every blank as one space and × as x: re2js's \s has no U+00A0, and people type what their keyboard has. */
export const plainText = (text: string): string => text.replace(/\s/g, ' ').replace(/[×✕✖⨯]/g, 'x')

/** Limit of the compiled program: `{1,1000}` makes short patterns large. */
const LARGEST = 1_500

/** Compiled once, since rules are applied to every record. */
const compiled = new Map<string, Pattern>()
const REMEMBERED = 1_000

/** Throws where `patternError` finds a mistake. */
export function patternOf(text: string): Pattern {
  const known = compiled.get(text)
  if (known) return known
  const pattern = compilePattern(text)
  if (compiled.size < REMEMBERED) compiled.set(text, pattern)
  return pattern
}

/** For patterns that are only tested, which would push those in use out of the cache. */
export function compilePattern(text: string): Pattern {
  const engine = engineOf(text)
  return {
    test: (name) => engine.test(plainText(name)),
    match(text) {
      const name = plainText(text)
      // Checked first: this needs no groups and rarely matches.
      if (!engine.test(name)) return undefined
      const matcher = engine.matcher(name)
      if (!matcher.find()) return undefined
      return Array.from({ length: engine.groupCount() + 1 }, (_, group) => matcher.group(group) ?? '')
    },
  }
}

const engineOf = (text: string) =>
  RE2JS.compile(RE2JS.translateRegExp(plainText(text)), RE2JS.CASE_INSENSITIVE)

/** Undefined for a valid pattern. */
export function patternError(text: string): string | undefined {
  if (text.length > MAX_PATTERN_LENGTH) return FIELD_ERRORS['pattern-too-long']
  try {
    return engineOf(text).programSize() > LARGEST ? FIELD_ERRORS['pattern-too-large'] : undefined
  } catch (error) {
    if (/too large|repeat count/.test(String(error))) return FIELD_ERRORS['pattern-too-large']
    return FIELD_ERRORS[looksAround(text) ? 'pattern-looks-around' : 'pattern-invalid']
  }
}

/** Look-around and back references cannot be matched in linear time. */
const looksAround = (text: string): boolean => /\(\?<?[=!]|\\[1-9]|\\k</.test(text)

// Refuses passwords that guessing tries first: common ones, and words about the account with digits around them.
import { readFileSync } from 'node:fs'
import { entryOf } from '#contract/entry.ts'
import { fold } from '#contract/row-order.ts'
import { wrongField } from '#server/http/errors.ts'

/** The owner of the password: words of the name and the e-mail make it easy to guess. */
export interface PasswordOwner {
  readonly email: string
  readonly name: string
}

const PRODUCT = 'gondola'
const MIN_DISTINCT_CHARACTERS = 5
/** This many known words in a row are still easy to guess; a longer sentence is not. */
const MAX_KNOWN_WORDS = 2

let list: ReadonlySet<string> | undefined

function commonPasswords(): ReadonlySet<string> {
  list ??= new Set(
    readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')),
  )
  return list
}

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}

const wordsOf = (text: string): string[] => text.split(/[^\p{L}]+/u).filter((word) => word !== '')
const withoutEnds = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
const withoutLeet = (text: string): string =>
  text.replace(/[013457@$]/g, (sign) => entryOf(LEET, sign) ?? sign)

export function isCommonPassword(password: string, { email, name }: PasswordOwner): boolean {
  const plain = fold(password.normalize('NFKC'))
  if (/^\d+$/.test(plain) || new Set(plain).size < MIN_DISTINCT_CHARACTERS) return true
  const common = commonPasswords()
  const about = new Set(wordsOf(fold(`${email} ${name}`)).filter((word) => word.length >= 3))
  const isKnown = (word: string) => common.has(word) || about.has(word) || word === PRODUCT
  /** A known word, one repeated, or two in one. */
  const isMadeOfKnown = (word: string): boolean => {
    const unit = /^(.+?)\1*$/.exec(word)?.[1] ?? word
    const halves = Array.from({ length: unit.length }, (_, end) => [unit.slice(0, end), unit.slice(end)])
    return isKnown(unit) || halves.some(([start = '', end = '']) => isKnown(start) && isKnown(end))
  }
  return [plain, withoutLeet(withoutEnds(plain))].some((variant) => {
    const words = [...new Set(wordsOf(variant))]
    return common.has(variant) || (words.length <= MAX_KNOWN_WORDS && words.every(isMadeOfKnown))
  })
}

/** Throws a 400 that names the field. */
export function assertUncommon(password: string, owner: PasswordOwner): void {
  if (isCommonPassword(password, owner)) throw wrongField('password', 'password-common')
}

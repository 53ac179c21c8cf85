// The web tells failures apart by their codes alone.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ERROR_CODES, ERRORS, FIELD_ERRORS } from '#contract/errors.ts'
import { ROOT } from './rooms.ts'

/** Names of statuses, and one that says too little to be matched. */
const COMMON = ['Unauthorized', 'Bad Request', 'Forbidden', 'Not Found', 'Conflict', 'is wrong']

test('no file of the web, nor its tests, holds a sentence of the server or reads a message', () => {
  const sentences = [...ERROR_CODES.map((code) => ERRORS[code][1]), ...Object.values(FIELD_ERRORS)].filter(
    (sentence) => !COMMON.includes(sentence) && !/^[A-Z]\w+( [A-Z]\w+)+$/.test(sentence),
  )
  expect(sentences.length).toBeGreaterThan(80)
  const files = globSync('{web,test/web,test/e2e}/**/*.{ts,tsx}', { cwd: ROOT })
  expect(files.length).toBeGreaterThan(300)
  const matching = files.filter((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    return (
      sentences.some((sentence) => text.includes(`'${sentence}'`)) ||
      /(error|failure)\??\.message (===|!==) ['"`]/i.test(text)
    )
  })
  expect(matching).toEqual([])
})

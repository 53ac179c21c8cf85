// The list of mutations matches the source: each text occurs exactly once, and each has tests.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MUTATIONS } from '../scripts/mutation-list.ts'
import { ROOT } from './rooms.ts'

test('lists at least 40 mutations, each under its own name', () => {
  expect(MUTATIONS.length).toBeGreaterThanOrEqual(40)
  expect(new Set(MUTATIONS.map(({ name }) => name)).size).toBe(MUTATIONS.length)
})

test('the text of each mutation occurs exactly once in its file', () => {
  const count = ({ file, text }: (typeof MUTATIONS)[number]) => {
    const path = join(ROOT, file)
    return existsSync(path) ? readFileSync(path, 'utf8').split(text).length - 1 : 0
  }
  const wrong = MUTATIONS.filter((mutation) => count(mutation) !== 1)
  expect(wrong.map(({ name, file, text }) => ({ name, file, text }))).toEqual([])
})

test('the tests of each mutation exist', () => {
  const files = globSync('{contract,server,web,scripts,test}/**/*.test.{ts,tsx}', { cwd: ROOT })
  const missing = MUTATIONS.flatMap(({ tests }) =>
    tests.filter((part) => !files.some((file) => file.includes(part))),
  )
  expect(missing).toEqual([])
})

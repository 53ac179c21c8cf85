import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { secretKey } from './secret-key.ts'

test('encrypts nothing with a key file that another server has created and not written yet', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gondola-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'secret.key')
  writeFileSync(file, '')
  const key = secretKey(undefined, folder)
  expect(() => key.seal('shop', 'consumer secret')).toThrow(`${file} is empty or cannot be read`)
  writeFileSync(file, 'k'.repeat(43))
  expect(key.open('shop', key.seal('shop', 'consumer secret'))).toBe('consumer secret')
})

// What the listener to changes does when it cannot connect.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changesAt } from './postgres-changes.ts'
import { clientConfig } from './postgres-pool.ts'

test('a missing file of certificates leaves changes unheard, and rejects nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gondola-certificate-'))
  const certificate = join(folder, 'ca.pem')
  writeFileSync(certificate, 'no certificate')
  const url = `postgres://a:b@127.0.0.1:1/none?sslmode=verify-full&sslrootcert=${encodeURIComponent(certificate)}`
  const changes = changesAt(clientConfig({ url }))
  rmSync(folder, { recursive: true })
  expect(changes.count()).toBeUndefined()
  // An unhandled rejection would fail the run.
  await changes.close()
  expect(changes.count()).toBeUndefined()
})

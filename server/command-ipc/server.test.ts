// A command that fails inside the server is reported as one that fails in the terminal's own process.
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { openJobs } from '../ingest/jobs/jobs.ts'
import { silentProgress } from '../ingest/progress.ts'
import { openConnection } from '../shop/connection.ts'
import { shopService } from '../shop/shop-service.ts'
import { webhookRestarter } from '../shop/webhook-service.ts'
import { backupWriter } from '../start/backups.ts'
import { openDuckDb } from '../store/duckdb.ts'
import { migrate } from '../store/migrate.ts'
import { sendToServer } from './client.ts'
import { decodeMessage, socketPath } from './protocol.ts'
import { startCommandServer } from './server.ts'

test('a full disk, and a command of another version, are named in Spanish', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gondola-command-'))
  const config = readConfig({ GONDOLA_DATA_DIR: folder })
  let freeBytes = Number.MAX_SAFE_INTEGER
  const store = await openDuckDb({ file: join(folder, 'gondola.duckdb'), freeBytes: () => freeBytes })
  await migrate(store)
  const connection = openConnection(store, config)
  const about = { store, timeZone: config.timeZone, now: () => new Date() }
  const jobs = await openJobs({
    ...about,
    ...connection,
    writeBackup: backupWriter(store, config),
    restartWebhooks: webhookRestarter(store, connection, config.publicUrl),
  })
  const shop = shopService({ ...about, connection, jobs, publicUrl: config.publicUrl })
  const server = await startCommandServer(folder, { ...about, jobs, shop })
  const later = connect(socketPath(folder))
  later.write('{"name":"later"}\n')
  expect(decodeMessage(await text(later))).toEqual({
    type: 'exit',
    code: 1,
    message: expect.stringMatching(/^el servidor .* otra versión .*reiniciarlo$/),
  })
  freeBytes = 0
  const account = { email: 'ana@example.com', name: 'Ana', hash: '$argon2id$', resetSecondFactor: false }
  const sent = sendToServer({ name: 'account', account }, { config, progress: silentProgress, say: () => {} })
  await expect(sent).rejects.toThrow(/^no queda lugar en el disco/)
  await server.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

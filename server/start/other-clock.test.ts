// A shop that came by files keeps its months when the time zone changes, and says so.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownFilesSource } from '#test/own-files.ts'
import { readConfig } from '../config/config.ts'
import { importShop } from '../ingest/import.ts'
import { silentProgress } from '../ingest/progress.ts'
import { start } from '../start.ts'
import { sql } from '../store/sql.ts'
import { openConfigured } from '../terminal/command.ts'

const MINI = join(import.meta.dirname, '../../fixtures/watch/mini')
const HOME = 'America/Argentina/Buenos_Aires'

test('a shop that came by files says once that its months follow another time zone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gondola-clock-'))
  const config = { ...readConfig({ PORT: '0', GONDOLA_LOG_LEVEL: 'silent', GONDOLA_DATA_DIR: folder }) }
  const importIn = async (timeZone: string, files = MINI) => {
    const store = await openConfigured(config)
    const source = await ownFilesSource(files)
    await importShop({ store, source, timeZone, progress: silentProgress, currency: 'ARS' })
    await store.close()
  }
  /** The lines about time zones that a start prints, and all such notices by then. */
  const startIn = async (timeZone: string) => {
    const lines: string[] = []
    const running = await start({ ...config, timeZone }, (line) => lines.push(line), silentProgress)
    const notices = await running.app.store.all<{ email: string; body: string }>(sql`
      select u.email, n.body from notices n join users u on u.user_id = n.user_id
      where n.kind = 'time-zone-changed' order by n.body`)
    await running.stop()
    return { lines: lines.filter((line) => line.includes('zona horaria')).length, notices }
  }
  try {
    await importIn(HOME)
    expect(await startIn(HOME)).toEqual({ lines: 0, notices: [] })
    const told = {
      email: 'admin@gondola.local',
      body: `Los datos importados siguen en los días y meses de ${HOME}. Para contarlos en Asia/Tokyo hay que importar de nuevo los archivos.`,
    }
    expect(await startIn('Asia/Tokyo')).toEqual({ lines: 1, notices: [told] })
    expect(await startIn('Asia/Tokyo')).toEqual({ lines: 1, notices: [told] })
    // A part of the orders leaves the others where they were.
    const part = join(folder, 'part')
    cpSync(MINI, part, { recursive: true })
    const orders = readFileSync(join(MINI, 'ordenes.csv'), 'utf8').split('\n').slice(0, 3)
    const lines = readFileSync(join(MINI, 'lineas.csv'), 'utf8').split('\n').slice(0, 3)
    writeFileSync(join(part, 'ordenes.csv'), `${orders.join('\n')}\n`)
    writeFileSync(join(part, 'lineas.csv'), `${lines.join('\n')}\n`)
    await importIn('Asia/Tokyo', part)
    expect(await startIn('Asia/Tokyo')).toEqual({ lines: 1, notices: [told] })
    await importIn('Asia/Tokyo')
    expect(await startIn('Asia/Tokyo')).toEqual({ lines: 0, notices: [told] })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

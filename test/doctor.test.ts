// `gondola doctor` on a healthy shop, then with one fault at a time.
import { mkdtempSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { command as backupCommand } from '#server/commands/backup.ts'
import { command as doctorCommand } from '#server/commands/doctor.ts'
import { readConfig } from '#server/config/config.ts'
import { importShop } from '#server/ingest/import.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { restShop } from '#server/sources/woocommerce/rest.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { start } from '#server/start.ts'
import { openStore, type StoreOptions } from '#server/store/open.ts'
import { sql } from '#server/store/sql.ts'
import { freePort } from '../scripts/free-port.ts'
import { TIME_ZONE } from './app.ts'
import { describeEngines } from './engines.ts'
import { KEY, SECRET } from './shop-server/keys.ts'
import { type StoreServer, startSampleServer } from './shop-server/server.ts'
import { callCommand } from './terminal.ts'

describeEngines('gondola doctor', (engine) => {
  let place: StoreOptions
  let shop: StoreServer
  let environment: Record<string, string>

  const doctor = (more: Record<string, string> = {}) =>
    callCommand(doctorCommand, [], readConfig({ ...environment, ...more }))
  const change = async (statement: ReturnType<typeof sql>) => {
    const store = await openStore(place)
    await store.run(statement)
    await store.close()
  }
  const backups = () => join(environment.GONDOLA_DATA_DIR ?? '', 'backups')

  beforeAll(async () => {
    place = await engine.place()
    shop = await startSampleServer()
    environment = {
      PORT: '0',
      GONDOLA_DATA_DIR: place.dataDir ?? mkdtempSync(join(tmpdir(), 'gondola-doctor-')),
      ...(place.databaseUrl && { GONDOLA_DATABASE_URL: place.databaseUrl }),
      GONDOLA_SECRET_KEY: 'a key that all servers of one database share',
      GONDOLA_WOOCOMMERCE_URL: shop.url,
      GONDOLA_WOOCOMMERCE_KEY: KEY,
      GONDOLA_WOOCOMMERCE_SECRET: SECRET,
    }
    const store = await openStore(place)
    const options = { url: shop.url, key: KEY, secret: SECRET }
    const source = wooCommerceSource(restShop(options))
    await importShop({ store, source, timeZone: TIME_ZONE, progress: silentProgress })
    await store.close()
    await change(sql`update jobs set succeeded_at = cast(now() at time zone 'UTC' as timestamp)`)
    await callCommand(backupCommand, [], readConfig(environment))
  }, 120_000)
  afterAll(() => shop.close())

  test('finds nothing to repair, also in a server that is running', async () => {
    const alone = await doctor()
    expect(alone.code, alone.said).toBe(0)
    expect(alone.said).not.toContain('✗')
    for (const words of [
      /✓ Góndola .* la configuración/,
      /✓ disco: /,
      /✓ copias: la última es gondola-/,
      /! correo/,
    ])
      expect(alone.said).toMatch(words)
    const name = engine.name === 'duckdb' ? 'DuckDB' : 'PostgreSQL'
    for (const words of [
      `✓ base: ${name}`,
      '✓ resúmenes: los de 20',
      '✓ crones',
      `✓ tienda: ${shop.url} responde`,
      '✓ tienda: al día',
    ])
      expect(alone.said).toContain(words)
    const running = await start(
      readConfig({ ...environment, GONDOLA_LOG_LEVEL: 'silent' }),
      () => {},
      silentProgress,
    )
    const served = await doctor()
    await running.stop()
    expect(served).toMatchObject({ code: 0, said: expect.stringContaining('No hay nada que arreglar') })
  })

  test('names rollups that differ from their rows', async () => {
    await change(sql`update rollup_months set net = net + 1`)
    const { code, said } = await doctor()
    expect(code).toBe(1)
    expect(said).toMatch(
      /✗ resúmenes: los de \d{4}-\d\d no coinciden .*rollup_months.*\n +→ gondola job run reconciliation/,
    )
    await change(sql`update rollup_months set net = net - 1`)
  })

  test('names failed jobs and a shop that lags behind', async () => {
    await change(sql`update jobs set state = 'failed', message = 'sin aire' where job_key = 'coupons'`)
    await change(sql`update jobs set succeeded_at = timestamp '2026-01-02 03:04:05' where job_key = 'orders'`)
    const { code, said } = await doctor()
    expect(code).toBe(1)
    expect(said).toMatch(/✗ cron coupons: falló: sin aire\n +→ gondola job run coupons/)
    expect(said).toMatch(/✗ tienda: la última consulta .* 2026-01-02 03:04:05 UTC\n +→ iniciar el servidor/)
    await change(sql`update jobs set state = 'success' where job_key = 'coupons'`)
  })

  test('names an old backup, mail and shop that do not answer', async () => {
    for (const name of readdirSync(backups()))
      renameSync(join(backups(), name), join(backups(), `aside-${name}`))
    const none = await doctor()
    expect(none).toMatchObject({
      code: 1,
      said: expect.stringMatching(/✗ copias: no hay en .*\n +→ gondola backup/),
    })
    writeFileSync(join(backups(), 'gondola-20260101-033000.duckdb'), '')
    const { code, said } = await doctor({
      GONDOLA_SMTP_URL: `smtp://ana:secreta@127.0.0.1:${await freePort()}`,
      GONDOLA_WOOCOMMERCE_SECRET: 'cs_another',
    })
    expect(code).toBe(1)
    expect(said).toMatch(/✗ copias: la última es gondola-20260101-033000.duckdb.*: es vieja/)
    expect(said).toMatch(/✗ correo: .*\n +→ revisar GONDOLA_SMTP_URL/)
    expect(said).toMatch(new RegExp(`✗ tienda: ${shop.url}: .*\\n +→ gondola woocommerce status`))
    expect(said).not.toContain('secreta')
  })

  test('says what is wrong with a database that does not open', async () => {
    await change(sql`insert into migrations values ('999_later.sql', 'x', timestamp '2026-01-01 00:00:00')`)
    const { code, said } = await doctor()
    expect(code).toBe(1)
    expect(said).toMatch(/✗ base: la base es de una versión más nueva/)
  })
})

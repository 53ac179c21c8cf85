// How imports end in a terminal: what scripts see of one that read all, a part or nothing.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { command as woocommerce } from '#server/commands/import.ts'
import { command as csv } from '#server/commands/import-csv.ts'
import { readConfig } from '#server/config/config.ts'
import { contentsOf } from '#server/ingest/data-source.ts'
import { sql } from '#server/store/sql.ts'
import { testEngine } from './engines.ts'
import { KEY, SECRET } from './shop-server/keys.ts'
import type { Json } from './shop-server/recordings.ts'
import { startStoreServer } from './shop-server/server.ts'
import { folderOf, lineJson, NO_RECORDS, orderJson } from './small-files.ts'
import { callCommand, type Said, withStoreIn } from './terminal.ts'

const engine = testEngine('duckdb')

const valid = (id: number) => orderJson(id, [lineJson(id, 1, '10.00')])
const invalid = (id: number) => ({ ...valid(id), date_created: null, date_created_gmt: null })

type Import = (orders: readonly Json[], dataDir: string) => Promise<Said>

const SOURCES: Record<string, Import> = {
  async REST(orders, dataDir) {
    const server = await startStoreServer(undefined, { ...NO_RECORDS, orders: [...orders] })
    const config = readConfig({
      ...{ GONDOLA_DATA_DIR: dataDir, GONDOLA_WOOCOMMERCE_URL: server.url },
      ...{ GONDOLA_WOOCOMMERCE_KEY: KEY, GONDOLA_WOOCOMMERCE_SECRET: SECRET },
    })
    return callCommand(woocommerce, [], config).finally(() => server.close())
  },
  files: (orders, dataDir) =>
    callCommand(woocommerce, ['--files', folderOf({ orders })], readConfig({ GONDOLA_DATA_DIR: dataDir })),
  CSV(orders, dataDir) {
    const folder = mkdtempSync(join(tmpdir(), 'gondola-csv-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const put = (name: string, rows: readonly string[]) => writeFileSync(join(folder, name), rows.join('\n'))
    const date = (order: Json) => (order.date_created === null ? 'ayer' : '20/10/2026')
    put('ordenes.csv', ['orden;fecha', ...orders.map((order) => `${order.id};${date(order)}`)])
    put('lineas.csv', ['orden;nombre;cantidad;importe', ...orders.map(({ id }) => `${id};Yerba;1;10`)])
    return callCommand(csv, [folder], readConfig({ GONDOLA_DATA_DIR: dataDir }))
  },
}

test.each(Object.keys(SOURCES))('an import of %s tells a script how it ended', async (name) => {
  const { dataDir = '' } = await engine.place()
  const stored = () =>
    withStoreIn(dataDir, (store) => store.all(sql`select order_id as id from orders order by id`))
  const importOf = (...orders: Json[]) => SOURCES[name]!(orders, dataDir)
  for (const nothing of [[], [invalid(1), invalid(2)]]) {
    expect(await importOf(...nothing)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/La importación falló|no tiene ninguna fila/),
    })
    expect(await withStoreIn(dataDir, contentsOf)).toBe('empty')
  }
  expect(await importOf(valid(1), valid(2), invalid(3))).toMatchObject({
    code: 0,
    said: expect.stringMatching(
      /Importación terminada con advertencias.*Registros rechazados:\n {2}1 × Órdenes: /s,
    ),
  })
  expect(await importOf(valid(1), valid(2))).toMatchObject({
    code: 0,
    said: expect.stringMatching(/Importación terminada en/),
  })
  expect(await importOf(invalid(1), invalid(2))).toMatchObject({
    code: 1,
    said: expect.stringMatching(/La importación falló.*[12] × Órdenes: /s),
  })
  expect(await importOf()).toMatchObject({ code: 1 })
  expect(await stored()).toEqual([{ id: 1 }, { id: 2 }])
  expect(await withStoreIn(dataDir, contentsOf)).toBe('shop')
})

// `gondola import csv` beside the server that holds the embedded database: the server imports, the terminal asks and reports.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { command } from '#server/commands/import-csv.ts'
import { readConfig } from '#server/config/config.ts'
import { handedOverFolder } from '#server/file-imports/handed-over.ts'
import { openStore } from '#server/store/open.ts'
import { sql } from '#server/store/sql.ts'
import { testApp } from './app.ts'
import { bookWith } from './books.ts'
import { callCommand } from './terminal.ts'

const CLI = join(import.meta.dirname, '../server/cli.ts')

const SHEET = {
  name: 'Ventas',
  rows: [
    ['Pedido', 'Fecha', 'Producto', 'Importe'],
    ['1', '2026-05-01', 'Mate', 10],
  ],
}

test('a command hands its files to the running server', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'gondola-data-'))
  const store = await openStore({ dataDir })
  const app = await testApp(store, {
    importFolder: join(dataDir, 'imports'),
    handedOver: { folder: handedOverFolder(dataDir), every: 20 },
  })
  await app.server.ready()
  const config = readConfig({ GONDOLA_DATA_DIR: dataDir })
  const files = mkdtempSync(join(tmpdir(), 'gondola-files-'))
  const [sales, answers] = [join(files, 'ventas.csv'), join(files, 'respuestas.json')]
  writeFileSync(
    sales,
    'Pedido;Fecha;Estado;Producto;Cantidad;Importe\n1;2026-05-01;en viaje;Alfajor;2;10,50\n2;ayer;en viaje;Alfajor;2;1,00\n',
  )

  const asked = await callCommand(command, [sales, '--currency', 'ARS'], config)
  expect(asked.code).toBe(1)
  expect(asked.said).toMatch(/^ {2}columns, ventas\.csv/m)
  expect(asked.said).toMatch(/^ {2}statuses, en viaje: wc-/m)
  const columns = { order: 'Pedido', date: 'Fecha', status: 'Estado', product: 'Producto' }
  const recipe = {
    columns: { 'ventas.csv': { ...columns, quantity: 'Cantidad', line_total: 'Importe' } },
    statuses: { 'en viaje': 'wc-completed' },
  }
  writeFileSync(answers, JSON.stringify(recipe))
  const done = await callCommand(command, [sales, '--currency', 'ARS', '--recipe', answers], config)
  expect(done.code).toBe(0)
  expect(done.said).toMatch(/Órdenes nuevas: 1;/)
  expect(done.said).toMatch(/ventas\.csv, fila 3, columna Fecha: «ayer» no es una fecha/)
  expect(await store.all(sql`select order_id, cast(net as varchar) as net from orders`)).toEqual([
    { order_id: 1, net: '10.50' },
  ])
  expect(readdirSync(handedOverFolder(dataDir))).toEqual([])
  const { data } = (await app.get('/api/imports', 'superAdmin')).json()
  expect(data.map(({ state }: { state: string }) => state).sort()).toEqual(['cancelled', 'warning'])

  const book = join(files, 'libro.xlsx')
  writeFileSync(book, bookWith([{ name: 'Notas', rows: [['Llamar a Ana']] }, SHEET]))
  const read = await callCommand(command, [book, '--currency', 'ARS'], config)
  expect(read.said).toContain('libro.xlsx: No se leen: Notas (no tiene órdenes)')

  // A server that cannot keep the files ends the command as well.
  rmSync(join(dataDir, 'imports'), { recursive: true })
  writeFileSync(join(dataDir, 'imports'), '')
  const refused = await callCommand(command, [sales, '--currency', 'ARS', '--recipe', answers], config)
  expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('La importación se cortó')])
  await app.close()
  await store.close()
})

test('an interrupted command leaves no copy of its files', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'gondola-data-'))
  const work = join(dataDir, 'tmp')
  // Of a process that was killed long ago, and of one that may be at work.
  for (const name of ['import-old', 'import-new']) mkdirSync(join(work, name), { recursive: true })
  utimesSync(join(work, 'import-old'), 0, 0)
  // No server takes what is handed over.
  const store = await openStore({ dataDir })
  const sales = join(mkdtempSync(join(tmpdir(), 'gondola-files-')), 'ventas.csv')
  writeFileSync(sales, 'Pedido;Fecha;Email\n1;2026-05-01;ana@example.com\n')
  const child = spawn(process.execPath, [CLI, 'import', 'csv', sales], {
    env: { PATH: process.env.PATH, GONDOLA_DATA_DIR: dataDir },
    stdio: 'ignore',
  })
  const handed = () => readdirSync(handedOverFolder(dataDir)).filter((name) => !name.startsWith('.'))
  await vi.waitFor(() => expect(handed()).toHaveLength(1), { timeout: 20_000 })
  expect(readdirSync(work).filter((name) => name.startsWith('import-'))).toHaveLength(2)
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([null, 'SIGINT'])
  expect(readdirSync(handedOverFolder(dataDir))).toEqual([])
  expect(readdirSync(work).filter((name) => name.startsWith('import-'))).toEqual(['import-new'])
  await store.close()
  rmSync(dataDir, { recursive: true })
})

test('a command ends when the server that took its files was killed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'gondola-data-'))
  const store = await openStore({ dataDir })
  const sales = join(mkdtempSync(join(tmpdir(), 'gondola-files-')), 'ventas.csv')
  writeFileSync(sales, 'Pedido;Fecha\n1;2026-05-01\n')
  const folder = handedOverFolder(dataDir)
  const ended = callCommand(command, [sales], readConfig({ GONDOLA_DATA_DIR: dataDir }))
  const handed = () => readdirSync(folder).filter((name) => !name.startsWith('.'))
  await vi.waitFor(() => expect(handed()).toHaveLength(1), { timeout: 20_000 })
  // As far as it came.
  writeFileSync(join(folder, handed()[0] ?? '', 'taken'), '')
  const app = await testApp(store, {
    importFolder: join(dataDir, 'imports'),
    handedOver: { folder, every: 20 },
  })
  await app.server.ready()
  expect(await ended).toEqual({ code: 1, said: expect.stringContaining('La importación se cortó') })
  await app.close()
  await store.close()
  rmSync(dataDir, { recursive: true })
})

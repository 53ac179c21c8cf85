// `gondola job` on a real store: output and exit codes.
import { beforeAll, expect, test } from 'vitest'
import { testEngine } from '#test/engines.ts'
import { callCommand } from '#test/terminal.ts'
import { SMALL_SHOP } from '../../fixtures/open-small-shop.ts'
import { readConfig } from '../config/config.ts'
import { command } from './job.ts'

const engine = testEngine('duckdb')
let dataDir = ''
beforeAll(async () => {
  dataDir = (await engine.place(SMALL_SHOP)).dataDir ?? ''
})

const job = (...argv: string[]) => callCommand(command, argv, readConfig({ GONDOLA_DATA_DIR: dataDir }))

test('runs a job and lists its result', async () => {
  expect(await job('run', 'summaries', '--months-back', '1')).toEqual({
    code: 0,
    said: 'bien: 1 mes rehecho',
  })
  expect(await job('run', 'backup')).toEqual({
    code: 0,
    said: expect.stringMatching(/^bien: gondola-\d{8}-\d{6}\.duckdb, [\d,]+ MB$/),
  })
  expect((await job('run', 'orders')).said).toBe('con aviso: No hay una tienda conectada')
  const { code, said } = await job('list')
  expect(code).toBe(0)
  expect(said).toMatch(
    /summaries +Resúmenes mensuales +bien +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d +\*\/10 \* \* \* \*/,
  )
  expect(said).toMatch(/customers +Clientes +listo +—/)
})

test('refuses invalid arguments', async () => {
  for (const [argv, words] of [
    [[], /job run CLAVE/],
    [['run'], /job run CLAVE/],
    [['run', 'dance'], /no hay un cron «dance»; hay orders, /],
    [['run', 'orders', '--months-back', 'x'], /--months-back/],
    [['run', 'orders', '--nope'], /no se entiende/],
  ] as const) {
    const { code, said } = await job(...argv)
    expect(code, said).toBe(2)
    expect(said).toMatch(words)
  }
})

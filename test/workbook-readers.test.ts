// Public readers find in a workbook the rows and amounts of the CSV of the same call. Nightly: they are installed for the test alone.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSmallShop } from '../fixtures/open-small-shop.ts'
import { type TestApp, testApp } from './app.ts'
import { testEngine } from './engines.ts'
import { NIGHTLY } from './nightly.ts'

/** Each reads the file named by its argument into `rows`, the titles first. */
const READERS = {
  'exceljs@4.4.0': `const { Workbook } = require('exceljs')
    const book = new Workbook(); await book.xlsx.readFile(file)
    book.worksheets[0].eachRow((row) => rows.push(row.values.slice(1)))`,
  'read-excel-file@5.8.8': `const { default: read } = require('read-excel-file/node'); rows.push(...await read(file))`,
  'xlsx@0.18.5': `const { readFile, utils } = require('xlsx')
    const book = readFile(file); rows.push(...utils.sheet_to_json(book.Sheets[book.SheetNames[0]], { header: 1 }))`,
  'xlsx-populate@1.21.0': `const book = await require('xlsx-populate').fromFileAsync(file)
    rows.push(...book.sheet(0).usedRange().value())`,
}
const LISTS = {
  orders: '/api/orders?start_date=2026-05',
  question: '/api/questions/answer?measures=net_sale,orders&by=distributor&from=2026-05-01&to=2026-05-31',
  summary: '/api/distributors/get-distributors-list?start_date=2026-05',
}

/** Sum of every numeric column, in cents. */
const sumsOf = (rows: readonly (readonly unknown[])[], numeric: readonly number[]) =>
  numeric.map((at) => Math.round(rows.reduce((sum, row) => sum + Number(row[at] ?? 0) * 100, 0)))

describe.runIf(NIGHTLY)('workbooks', { timeout: 600_000 }, () => {
  const engine = testEngine('duckdb')
  let app: TestApp
  let folder: string
  const run = (command: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr.slice(-2000)}`)
    return stdout
  }
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gondola-readers-'))
    app = await testApp(await openSmallShop(engine))
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    run('npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', ...Object.keys(READERS))
  }, 600_000)
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })

  test.each(Object.entries(READERS))('are read by %s', async (name, script) => {
    for (const [list, path] of Object.entries(LISTS)) {
      const file = async (form: string) =>
        (await app.get(`${path}&export=1&${form}`, 'superAdmin')).rawPayload
      writeFileSync(join(folder, `${list}.xlsx`), await file('format=xlsx'))
      const [titles = [], ...lines]: string[][] = parse(await file('csv=standard'))
      const read = `(async () => { const rows = [], file = '${list}.xlsx'; ${script}; console.log(JSON.stringify(rows)) })()`
      const [head, ...rows]: unknown[][] = JSON.parse(run(process.execPath, '-e', read))
      expect(head, `${name} ${list}`).toEqual(titles)
      expect(rows.length, `${name} ${list}`).toBe(lines.length)
      const numeric = titles.flatMap((_, at) =>
        lines.every((line) => /^-?[\d.]+$/.test(line[at] ?? '')) ? [at] : [],
      )
      expect(numeric.length).toBeGreaterThan(1)
      expect(sumsOf(rows, numeric), `${name} ${list}`).toEqual(sumsOf(lines, numeric))
    }
  })
})

// Public readers find in a workbook the rows and amounts of the CSV of the same call. Nightly: those of npm are installed for the
// test alone.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSmallShop } from '../fixtures/open-small-shop.ts'
import { neighbour } from '../scripts/neighbours.ts'
import { type TestApp, testApp } from './app.ts'
import { testEngine } from './engines.ts'
import { NIGHTLY } from './nightly.ts'

/** Of npm: each reads `file` into `rows`, the titles first. */
const LIBRARIES = {
  'exceljs@4.4.0': `const { Workbook } = require('exceljs')
    const book = new Workbook(); await book.xlsx.readFile(file)
    book.worksheets[0].eachRow((row) => rows.push(row.values.slice(1)))`,
  'read-excel-file@5.8.8': `const { default: read } = require('read-excel-file/node'); rows.push(...await read(file))`,
  'xlsx@0.18.5': `const { readFile, utils } = require('xlsx')
    const book = readFile(file); rows.push(...utils.sheet_to_json(book.Sheets[book.SheetNames[0]], { header: 1 }))`,
  'xlsx-populate@1.21.0': `const book = await require('xlsx-populate').fromFileAsync(file)
    rows.push(...book.sheet(0).usedRange().value())`,
}
const PYTHON = `import csv, openpyxl, sys
csv.writer(sys.stdout).writerows(openpyxl.load_workbook(sys.argv[1], read_only=True).worksheets[0].iter_rows(values_only=True))`
const PERL = `use Spreadsheet::ParseXLSX; binmode STDOUT, ":utf8";
my $sheet = (Spreadsheet::ParseXLSX->new->parse($ARGV[0])->worksheets)[0];
my ($top, $bottom) = $sheet->row_range; my ($left, $right) = $sheet->col_range;
for my $row ($top .. $bottom) {
  print join(",", map { my $cell = $sheet->get_cell($row, $_); my $text = defined $cell ? $cell->unformatted : "";
    $text =~ s/"/""/g; "\\"$text\\"" } $left .. $right), "\\n" }`
const R = `file <- commandArgs(TRUE)[1]
write.table(openxlsx::read.xlsx(file, colNames = FALSE, skipEmptyRows = FALSE), sep = ",", qmethod = "double", na = "", row.names = FALSE, col.names = FALSE)`
/** Of Debian: each prints `file` as CSV. */
const PROGRAMS: Readonly<Record<string, (file: string) => readonly [string, ...string[]]>> = {
  gnumeric: (file) => [
    ...([neighbour('ssconvert'), '--export-type=Gnumeric_stf:stf_assistant'] as const),
    ...['-O', 'format=raw', file, 'fd://1'],
  ],
  xlsx2csv: (file) => [neighbour('xlsx2csv'), file],
  openpyxl: (file) => [neighbour('python3'), '-c', PYTHON, file],
  'Spreadsheet::ParseXLSX': (file) => [neighbour('perl'), '-e', PERL, file],
  'openxlsx of R': (file) => [neighbour('Rscript'), '-e', R, file],
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
    run('npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', ...Object.keys(LIBRARIES))
  }, 600_000)
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })

  const readers: [string, (file: string) => unknown[][]][] = [
    ...Object.entries(LIBRARIES).map(([name, script]): [string, (file: string) => unknown[][]] => [
      name,
      (file) => {
        const read = `(async () => { const rows = [], file = '${file}'; ${script}; console.log(JSON.stringify(rows)) })()`
        return JSON.parse(run(process.execPath, '-e', read))
      },
    ]),
    ...Object.entries(PROGRAMS).map(([name, words]): [string, (file: string) => unknown[][]] => [
      name,
      (file) => parse(run(...words(file)), { relax_column_count: true }),
    ]),
  ]

  test.each(readers)('are read by %s', async (name, read) => {
    for (const [list, path] of Object.entries(LISTS)) {
      const file = async (form: string) =>
        (await app.get(`${path}&export=1&${form}`, 'superAdmin')).rawPayload
      writeFileSync(join(folder, `${list}.xlsx`), await file('format=xlsx'))
      const [titles = [], ...lines]: string[][] = parse(await file('csv=standard'))
      const [head, ...rows] = read(`${list}.xlsx`)
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

// Public readers find in a workbook the rows and amounts of the CSV of the same call. Nightly: those of npm are installed for the
// test alone.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/api.ts'
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
/** Between the workbooks that a program prints one after the other. */
const NEXT = '\f next workbook'
const PYTHON = `import csv, openpyxl, sys
for file in sys.argv[1:]:
  csv.writer(sys.stdout).writerows(openpyxl.load_workbook(file, read_only=True).worksheets[0].iter_rows(values_only=True))
  print("\\f next workbook")`
const PERL = `use Spreadsheet::ParseXLSX; binmode STDOUT, ":utf8";
for my $file (@ARGV) {
  my $sheet = (Spreadsheet::ParseXLSX->new->parse($file)->worksheets)[0];
  my ($top, $bottom) = $sheet->row_range; my ($left, $right) = $sheet->col_range;
  for my $row ($top .. $bottom) {
    print join(",", map { my $cell = $sheet->get_cell($row, $_); my $text = defined $cell ? $cell->unformatted : "";
      $text =~ s/"/""/g; "\\"$text\\"" } $left .. $right), "\\n" }
  print "\\f next workbook\\n" }`
const R = `for (file in commandArgs(TRUE)) {
write.table(openxlsx::read.xlsx(file, colNames = FALSE, skipEmptyRows = FALSE), sep = ",", qmethod = "double", na = "", row.names = FALSE, col.names = FALSE)
cat("\\f next workbook\\n") }`
/** Of Debian: each prints its files as CSV. */
const PROGRAMS: Readonly<Record<string, (files: readonly string[]) => readonly [string, ...string[]][]>> = {
  gnumeric: (files) =>
    files.map((file) => [
      ...([neighbour('ssconvert'), '--export-type=Gnumeric_stf:stf_assistant'] as const),
      ...['-O', 'format=raw', file, 'fd://1'],
    ]),
  xlsx2csv: (files) => files.map((file) => [neighbour('xlsx2csv'), file]),
  openpyxl: (files) => [[neighbour('python3'), '-c', PYTHON, ...files]],
  'Spreadsheet::ParseXLSX': (files) => [[neighbour('perl'), '-e', PERL, ...files]],
  'openxlsx of R': (files) => [[neighbour('Rscript'), '-e', R, ...files]],
}
const OTHERS = [
  '/api/questions/answer?measures=net_sale,orders&by=distributor&from=2026-05-01&to=2026-05-31',
  '/api/goals?measure=net_sale&by=distributor&year=2026',
]
/** Every list and table of a month. */
const TABLES = endpoints.flatMap((endpoint) =>
  endpoint.method === 'GET' && ('list' in endpoint || 'table' in endpoint)
    ? [
        `${endpoint.path
          .replace('{dist_id}', '101')
          .replace(/\{role\w*\}/, 'customer')
          .replace(/\{\w+\}/g, '1')}?start_date=2026-05`,
      ]
    : [],
)

interface Exported {
  readonly path: string
  readonly titles: readonly string[]
  readonly lines: readonly (readonly string[])[]
}

/** Sum of every numeric column, in cents. */
const sumsOf = (rows: readonly (readonly unknown[])[], numeric: readonly number[]) =>
  numeric.map((at) => Math.round(rows.reduce((sum, row) => sum + Number(row[at] ?? 0) * 100, 0)))

describe.runIf(NIGHTLY)('workbooks', { timeout: 600_000 }, () => {
  const engine = testEngine('duckdb')
  let app: TestApp
  let folder: string
  let known: Promise<Exported[]> | undefined
  const exported = () => {
    known ??= exportAll()
    return known
  }
  const run = (command: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1e9,
    })
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

  /** One file each of the exports that this shop has. */
  async function exportAll(): Promise<Exported[]> {
    const found: Exported[] = []
    for (const path of [...TABLES, ...OTHERS]) {
      const file = (form: string) => app.get(`${path}&export=1&${form}`, 'superAdmin')
      const workbook = await file('format=xlsx')
      if (workbook.statusCode !== 200) continue
      writeFileSync(join(folder, `${found.length}.xlsx`), workbook.rawPayload)
      const [titles = [], ...lines]: string[][] = parse((await file('csv=standard')).rawPayload)
      found.push({ path, titles, lines })
    }
    return found
  }

  const readers: [string, (files: readonly string[]) => unknown[][][]][] = [
    ...Object.entries(LIBRARIES).map(
      ([name, script]): [string, (files: readonly string[]) => unknown[][][]] => [
        name,
        (files) => {
          const read = `(async () => { const all = []; for (const file of ${JSON.stringify(files)}) { const rows = []; ${script}; all.push(rows) }
          console.log(JSON.stringify(all)) })()`
          return JSON.parse(run(process.execPath, '-e', read))
        },
      ],
    ),
    ...Object.entries(PROGRAMS).map(
      ([name, words]): [string, (files: readonly string[]) => unknown[][][]] => [
        name,
        (files) => {
          const printed = words(files)
            .map((command) => run(...command))
            .join(`${NEXT}\n`)
          return printed
            .split(new RegExp(`${NEXT}\\r?\\n`))
            .slice(0, files.length)
            .map((text) => parse(text, { relax_column_count: true }))
        },
      ],
    ),
  ]

  test.each(readers)('are read by %s', async (name, read) => {
    const all = await exported()
    expect(all.length).toBeGreaterThan(20)
    const books = read(all.map((_, number) => `${number}.xlsx`))
    for (const [number, { path, titles, lines }] of all.entries()) {
      const [head, ...rows] = books[number] ?? []
      expect(head, `${name} ${path}`).toEqual(titles)
      expect(rows.length, `${name} ${path}`).toBe(lines.length)
      const numeric = titles.flatMap((_, at) =>
        lines.every((line) => /^-?[\d.]+$/.test(line[at] ?? '')) ? [at] : [],
      )
      expect(sumsOf(rows, numeric), `${name} ${path}`).toEqual(sumsOf(lines, numeric))
    }
  })
})

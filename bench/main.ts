// `npm run bench`
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { defaultMemory, parseBytes } from '#server/config/memory.ts'
import { openStore } from '#server/store/open.ts'
import { ensureWebBuild } from '../scripts/build.ts'
import { measureCalls } from './calls.ts'
import { measureCitus } from './citus.ts'
import { measureCohorts } from './cohorts.ts'
import { measureDroppedFile } from './dropped-file.ts'
import { measureExpensive } from './expensive.ts'
import { measureExports } from './exports.ts'
import { count, heading, mib, seconds, table, timed } from './figures.ts'
import { measureFirstImport } from './first-import.ts'
import { measureForecast } from './forecast.ts'
import { grow } from './grow.ts'
import { measureLive } from './live.ts'
import { measureMachine } from './machine.ts'
import { measureMove } from './move.ts'
import { measureMysql } from './mysql.ts'
import { measureOneChange } from './one-change.ts'
import { measureMonths } from './one-month.ts'
import { measureOverload } from './overload.ts'
import { gondola, measureInChromium, type Run, serve } from './processes.ts'
import { measureQuestionScales, measureQuestions } from './questions.ts'
import { measureScales } from './scale.ts'
import { searches } from './searches.ts'
import { growingShop, startPostgres } from './shops.ts'
import { measureUnfinished } from './unfinished.ts'
import { measureVolume } from './volume.ts'

const PARTS = [
  'machine',
  'import',
  'volume',
  'mysql',
  'first',
  'dropped',
  'forecast',
  'change',
  'live',
  'calls',
  'questions',
  'cohorts',
  'exports',
  'expensive',
  'overload',
  'unfinished',
  'chromium',
] as const

const USAGE = `npm run bench -- [--quick] [--orders N] [--data DIR] [--only PARTS]
npm run bench -- --scale 1,10,30
npm run bench -- --month 40k,400k,1.2M
npm run bench -- --move 1M
npm run bench -- --citus 300k

  --quick      60,000 orders and few repeats
  --orders N   size of the shop; beyond a million its months are copied inside the engine
  --scale M    the same months in front of histories of so many million orders, on DuckDB; 30 need
               about 10 GB of disk; 0 for none
  --postgres M of so many on PostgreSQL afterwards; by default the first of --scale and three times it, 0 for none
  --month N    a change of one order in months of so many orders, on both engines
  --move N     so many orders from DuckDB to PostgreSQL, another PostgreSQL and back, killed ten times on each way
  --citus N    where calls run on a Citus cluster of three nodes with so many orders, and their processor time
  --data DIR   keeps the shop in DIR, or measures the one that is there
  --only PARTS some of ${PARTS.join(',')}
  --soak S     overload: seconds of 200 users with one call a second each, by default 600; 3600 for an hour, 0 for none
  --memory M   that the server may take, as in GONDOLA_MEMORY
  --browser PARTS of chromium alone some of first,next,step,typing`

type Part = (typeof PARTS)[number]

function partsOf(asked: string | undefined): ReadonlySet<Part> {
  if (asked === undefined) return new Set(PARTS)
  const found = PARTS.filter((part) => asked.split(',').includes(part))
  if (found.length !== asked.split(',').length) throw new Error(`--only: ${asked}\n\n${USAGE}`)
  return new Set(found)
}

const MILLION = 1_000_000
const RECORDING = fileURLToPath(new URL('../fixtures/woocommerce', import.meta.url))

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    orders: { type: 'string' },
    scale: { type: 'string' },
    month: { type: 'string' },
    move: { type: 'string' },
    citus: { type: 'string' },
    postgres: { type: 'string' },
    data: { type: 'string' },
    only: { type: 'string' },
    browser: { type: 'string' },
    soak: { type: 'string' },
    memory: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

async function bench(): Promise<void> {
  const orders = Number(values.orders ?? (values.quick ? 60_000 : MILLION))
  if (!Number.isSafeInteger(orders) || orders < 1000)
    throw new Error(`--orders: ${values.orders}\n\n${USAGE}`)
  const parts = partsOf(values.only)
  const folder = mkdtempSync(join(tmpdir(), 'gondola-bench-'))
  const dataDir = values.data ?? join(folder, 'demo')
  try {
    if (parts.has('machine')) await measureMachine()
    if (parts.has('import')) await measureImport(join(folder, 'import'))
    if (parts.has('volume')) await measureVolume(RECORDING, join(folder, 'volume'))
    if (parts.has('mysql')) await measureMysql(join(folder, 'mysql'), values.quick ? [4] : [34, 68])
    if (parts.has('first')) await measureFirstImport(join(folder, 'first'))
    if (parts.has('dropped')) await measureDropped(join(folder, 'dropped'))
    if (parts.has('forecast')) await measureForecast(join(folder, 'forecast'), RECORDING)
    if (parts.has('change')) await measureChange(folder, orders)
    if (parts.has('live')) {
      await ensureWebBuild(console.log)
      await measureLive(folder, values.quick ? 5 : 30)
    }
    if (
      ['calls', 'questions', 'cohorts', 'exports', 'expensive', 'overload', 'unfinished', 'chromium'].some(
        (part) => (parts as ReadonlySet<string>).has(part),
      )
    ) {
      await makeShop(dataDir, orders)
      await measureServer(dataDir, parts)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Compares with a history of ten million orders, unless another size is requested. */
function measureChange(folder: string, orders: number): Promise<void> {
  if (values.quick) return measureOneChange(folder, 20_000, 3)
  const history = values.orders === undefined ? 10 * MILLION : orders
  return measureOneChange(folder, 100_000, Math.max(2, Math.round(history / 100_000)))
}

/** About three lines an order. */
async function measureDropped(folder: string): Promise<void> {
  const orders = values.orders !== undefined ? Number(values.orders) : values.quick ? 20_000 : 333_000
  await measureDroppedFile(join(folder, 'duckdb'), '', orders)
  const postgres = await startPostgres()
  await measureDroppedFile(join(folder, 'postgres'), postgres.address, orders).finally(postgres.stop)
}

async function measureServer(dataDir: string, parts: ReadonlySet<Part>): Promise<void> {
  await ensureWebBuild(console.log)
  const memory = parseBytes(values.memory ?? '') ?? defaultMemory()
  const server = await serve(dataDir, memory)
  const repeats = values.quick ? 40 : 200
  try {
    if (parts.has('calls'))
      await measureCalls(server, { repeats, loadSeconds: values.quick ? 3 : 10, connections: 8 })
    if (parts.has('questions')) await measureQuestions(server)
    if (parts.has('cohorts')) await measureCohorts(server)
    if (parts.has('exports')) await measureExports(server)
    if (parts.has('expensive')) await measureExpensive(server)
    if (parts.has('overload'))
      await measureOverload(server, {
        seconds: values.quick ? 10 : 30,
        soakSeconds: Number(values.soak ?? 600),
        memory,
      })
    if (parts.has('unfinished')) await measureUnfinished(server)
    if (parts.has('chromium')) await measureInChromium(server, values.quick ? 1 : 5, values.browser)
  } finally {
    const { peak } = await server.stop()
    console.log(`\npeak memory of the server: ${mib(peak)}`)
  }
}

const line = (name: string, { milliseconds, peak }: Run, orders: number): string[] => [
  name,
  seconds(milliseconds),
  `${count((orders / milliseconds) * 1000)} orders/s`,
  mib(peak),
]
const HEAD = ['', 'took', 'rate', 'peak memory']

async function measureImport(dataDir: string): Promise<void> {
  heading('Import of the recorded store, the command from start to end')
  const first = await gondola(['import', 'woocommerce', '--files', RECORDING], dataDir)
  const again = await gondola(['import', 'woocommerce', '--files', RECORDING], dataDir)
  console.log(
    table(HEAD, [line('3,000 orders, empty store', first, 3000), line('the same again', again, 3000)]),
  )
}

async function makeShop(dataDir: string, orders: number): Promise<void> {
  const generated = Math.min(orders, MILLION)
  heading('Demo data, the command from start to end')
  if (existsSync(join(dataDir, 'gondola.duckdb'))) {
    console.log(`measured as it is: ${dataDir}`)
    return
  }
  const run = await gondola(['demo', '--orders', String(generated), '--months', '24'], dataDir)
  console.log(table(HEAD, [line(`${count(generated)} orders`, run, generated)]))
  const factor = Math.ceil(orders / generated)
  if (factor === 1) return
  const store = await openStore({ dataDir })
  const [, took] = await timed(() => grow(store, factor, () => process.stdout.write('.')))
  await store.close()
  console.log(
    `\ncopied inside the engine to ${count(generated * factor)} orders in ${seconds(took)}, rollups included`,
  )
}

/** Sizes in orders, each a multiple of the first. */
function sizesOf(asked: string): number[] {
  const sizes = asked.split(',').map((million) => Math.round(Number(million) * MILLION))
  const [first = 1] = sizes
  if (!sizes.every((size, at) => size >= 1000 && size % first === 0 && size >= (sizes[at - 1] ?? 0)))
    throw new Error(`--scale and --postgres: ${asked}\n\n${USAGE}`)
  return sizes
}

/** A number of orders, such as 40k or 1.2M. */
function sizeOf(text: string): number {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)(k|M)?$/.exec(text) ?? []
  return Math.round(Number(digits) * (unit === 'M' ? MILLION : unit === 'k' ? 1000 : 1))
}

async function months(asked: string): Promise<void> {
  const sizes = asked.split(',').map(sizeOf)
  if (!sizes.every((size, at) => size >= 1000 && size > (sizes[at - 1] ?? 0)))
    throw new Error(`--month: ${asked}\n\n${USAGE}`)
  const folder = mkdtempSync(join(tmpdir(), 'gondola-bench-'))
  try {
    await measureMachine()
    await measureMonths(join(folder, 'months'), sizes)
    const postgres = await startPostgres()
    await measureMonths(postgres.address, sizes).finally(postgres.stop)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function move(asked: string): Promise<void> {
  if (!(sizeOf(asked) >= 1000)) throw new Error(`--move: ${asked}\n\n${USAGE}`)
  const folder = mkdtempSync(join(tmpdir(), 'gondola-bench-'))
  await measureMove(folder, sizeOf(asked)).finally(() => rmSync(folder, { recursive: true, force: true }))
}

/** By --only; without it, views and lists. */
const MEASURES_OF_SCALES = new Map<string, typeof measureScales>([
  ['questions', measureQuestionScales],
  ['searches', (sizes, make) => measureQuestionScales(sizes, make, searches)],
])

async function scales(asked: string, onPostgres?: string): Promise<void> {
  const sizes = asked === '0' ? [] : sizesOf(asked)
  const [first = MILLION] = sizes
  const others = onPostgres === '0' ? [] : onPostgres === undefined ? [first, 3 * first] : sizesOf(onPostgres)
  const measure = MEASURES_OF_SCALES.get(values.only ?? '') ?? measureScales
  const folder = mkdtempSync(join(tmpdir(), 'gondola-bench-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      remove()
      process.exit(1)
    })
  try {
    if (sizes.length > 0) {
      await measureMachine()
      if (measure === measureScales) await measureVolume(RECORDING, join(folder, 'volume'))
      await measure(sizes, growingShop(join(folder, 'shop')))
      rmSync(join(folder, 'shop'), { recursive: true })
    }
    if (others.length === 0) return
    const postgres = await startPostgres()
    await measure(others, growingShop(postgres.address)).finally(postgres.stop)
  } finally {
    remove()
  }
}

if (values.help) console.log(USAGE)
else if (values.month !== undefined) await months(values.month)
else if (values.move !== undefined) await move(values.move)
else if (values.citus !== undefined) await measureCitus(sizeOf(values.citus))
else if (values.scale !== undefined) await scales(values.scale, values.postgres)
else await bench()

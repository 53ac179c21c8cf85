// A file of a million lines, dropped while people look at figures: memory beside the server's own, and how long views take meanwhile.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { defaultMemory } from '#server/config/memory.ts'
import { processLimits } from '#server/start/relaunch.ts'
import { isRolledView } from './call-samples.ts'
import { measured } from './calls.ts'
import { Client } from './client.ts'
import { count, floor, heading, mib, ms, percentile, seconds, table, timed, times } from './figures.ts'
import { type Address, cleanEnvironment, residentMemory, storeAt } from './processes.ts'

const MAIN = fileURLToPath(new URL('../server/main.ts', import.meta.url))
const ADMIN = { email: 'ana@example.com', password: 'una clave bien larga' }

/** Beside the server's own, in bytes. */
const MOST_MEMORY = 300 * 1024 * 1024
/** p95 of views while it imports : idle. */
const MOST_SLOWER = 2
/** Milliseconds. */
const IDLE = 30_000
/** Orders that are there before. */
const EARLIER = 100_000
const MONTHS = 24
const LAST_MONTH = Date.UTC(2026, 9, 1)
const PRODUCTS = 400
const BUYERS = 60_000

/** Titles of no known platform. */
const COLUMNS = {
  order: 'Nro de venta',
  date: 'Fecha',
  status: 'Situación',
  email: 'Correo',
  dist_id: 'Cód. zona',
  dist_name: 'Zona',
  province: 'Provincia',
  sku: 'Código',
  product: 'Artículo',
  quantity: 'Cant.',
  line_total: 'Importe',
}
const VIEWS = measured.filter((endpoint) => isRolledView(endpoint)).map(({ path }) => path)

const PROVINCES = ['Buenos Aires', 'Córdoba', 'Santa Fe', 'Mendoza', 'Tucumán', 'Salta', 'Neuquén']

/** Orders of one to five lines, three on average, in the order of their dates. */
function* linesOf(prefix: string, orders: number): Generator<string> {
  yield `${Object.values(COLUMNS).join(';')}\n`
  let seed = 7
  const next = (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  const days = MONTHS * 30
  for (let order = 0; order < orders; order++) {
    const date = new Date(LAST_MONTH - (days - Math.floor((order * days) / orders)) * 86_400_000)
    const [year, month, day] = date.toISOString().slice(0, 10).split('-')
    const zone = next(120)
    const head = `${prefix}-${order};${day}/${month}/${year};Entregado;p${next(BUYERS)}@example.com;Z${zone};Zona ${zone};${PROVINCES[zone % PROVINCES.length]}`
    const lines = 1 + next(5)
    let text = ''
    for (let line = 0; line < lines; line++) {
      const product = next(PRODUCTS)
      text += `${head};A-${product};Artículo ${product};${1 + next(12)};${100 + next(90_000)},${10 + next(90)}\n`
    }
    yield text
  }
}

export async function measureDroppedFile(folder: string, address: Address, orders: number): Promise<void> {
  mkdirSync(folder, { recursive: true })
  heading(
    `A dropped file of about ${count(orders * 3)} lines, ${address.startsWith('postgres') ? 'PostgreSQL' : 'DuckDB'}`,
  )
  const server = await startServer(address, folder)
  try {
    await importFile(server, await writeFile(folder, 'V', EARLIER))
    const file = await writeFile(folder, 'W', orders)
    const before = await whileAsking(server, () => pause(IDLE / 2))
    const read = await whileAsking(server, () => preview(server, file))
    const { id, version } = read.result
    const written = await whileAsking(server, () => confirm(server, id, version))
    // On both sides of what is compared with it: other work of the machine comes and goes.
    const after = await whileAsking(server, () => pause(IDLE / 2))
    const idle = {
      ...before,
      took: before.took + after.took,
      answers: [...before.answers, ...after.answers],
    }
    const row = (name: string, { took, peak, answers }: Watched<unknown>) => {
      const slower = percentile(answers, 0.95) / percentile(idle.answers, 0.95)
      return [
        name,
        seconds(took),
        mib(peak),
        floor(peak - idle.peak <= MOST_MEMORY, `+ ${mib(peak - idle.peak)}`),
        count(answers.length),
        ms(percentile(answers, 0.5)),
        ms(percentile(answers, 0.95)),
        floor(slower <= MOST_SLOWER, times(slower)),
      ]
    }
    console.log(
      table(
        ['', 'took', 'peak memory', 'beside idle', 'views', 'p50 ms', 'p95 ms', 'p95 : idle'],
        [row('idle', idle), row('read', read), row('imported', written)],
      ),
    )
  } finally {
    await server.stop()
  }
}

interface Running {
  readonly port: number
  readonly token: string
  readonly pid: number
  stop(): Promise<void>
}

async function startServer(address: Address, folder: string): Promise<Running> {
  const { words, env } = processLimits(defaultMemory())
  const { databaseUrl } = storeAt(address)
  const child = spawn(process.execPath, [...words, MAIN], {
    env: {
      ...cleanEnvironment(),
      ...env,
      PORT: '0',
      GONDOLA_LOG_LEVEL: 'error',
      GONDOLA_DATA_DIR: join(folder, 'data'),
      ...(databaseUrl && { GONDOLA_DATABASE_URL: databaseUrl }),
      GONDOLA_SECRET_KEY: 'a key that only servers of the bench use',
      GONDOLA_ADMIN_EMAIL: ADMIN.email,
      GONDOLA_ADMIN_PASSWORD: ADMIN.password,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  let port = 0
  for await (const piece of child.stdout!.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += piece
    port = Number(/http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1] ?? 0)
    if (port) break
  }
  child.stdout!.resume()
  const { access_token } = await call<{ access_token: string }>({ port, token: '' }, '/api/login', {
    ...ADMIN,
    device: 'dashboard-web',
  })
  return {
    port,
    token: access_token,
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'close')
    },
  }
}

async function writeFile(folder: string, prefix: string, orders: number): Promise<string> {
  const path = join(folder, `${prefix}.csv`)
  await pipeline(Readable.from(linesOf(prefix, orders)), createWriteStream(path))
  return path
}

async function call<T>(
  { port, token }: Pick<Running, 'port' | 'token'>,
  path: string,
  body?: object,
): Promise<T> {
  const isForm = body instanceof FormData
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    ...(body && { method: 'POST', body: isForm ? body : JSON.stringify(body) }),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
  })
  const { data, message } = (await answer.json()) as { data: T; message?: string }
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${message}`)
  return data
}

interface Preview {
  readonly id: string
  readonly version: number
  readonly state: string
  readonly message: string
}

async function preview(server: Running, path: string): Promise<Preview> {
  const form = new FormData()
  form.append('recipe', JSON.stringify({ columns: { 'ventas.csv': COLUMNS }, currency: 'ARS' }))
  form.append('file', await openAsBlob(path), 'ventas.csv')
  const { id } = await call<Preview>(server, '/api/imports?dry_run=1', form)
  return until(server, id, ['ready', 'failed', 'asking'])
}

async function confirm(server: Running, id: string, version: number): Promise<Preview> {
  await call(server, `/api/imports/${id}/confirm`, { version })
  return until(server, id, ['done', 'warning', 'failed'])
}

async function importFile(server: Running, path: string): Promise<void> {
  const { id, version, state } = await preview(server, path)
  if (state !== 'ready') throw new Error(`the file is ${state}`)
  const ended = await confirm(server, id, version)
  if (ended.state !== 'done') throw new Error(`the import ended ${ended.state}: ${ended.message}`)
}

async function until(server: Running, id: string, states: readonly string[]): Promise<Preview> {
  for (;;) {
    const answer = await call<Preview>(server, `/api/imports/${id}`)
    if (states.includes(answer.state)) return answer
    await pause(250)
  }
}

interface Watched<T> {
  readonly result: T
  readonly took: number
  /** In bytes. */
  readonly peak: number
  /** Milliseconds of each view. */
  readonly answers: readonly number[]
}

/** Of the view that is asked next. */
let turn = 0

/** A view each 50 ms, as twenty people would: each view of a month once, so that no answer is from the cache, idle or not. */
async function whileAsking<T>(server: Running, work: () => Promise<T>): Promise<Watched<T>> {
  const client = new Client(server.port, server.token, 4)
  const answers: number[] = []
  let peak = 0
  let isOver = false
  const ask = async () => {
    for (; !isOver; turn++) {
      const round = Math.floor(turn / VIEWS.length)
      const month = new Date(LAST_MONTH)
      month.setUTCMonth(month.getUTCMonth() - 1 - ((turn * 7 + round) % MONTHS))
      const start = month.toISOString().slice(0, 7)
      const path = VIEWS[turn % VIEWS.length]!
      const { status, milliseconds } = await client.get(`${path}?start_date=${start}`)
      if (status !== 200) throw new Error(`${path} answered ${status}`)
      answers.push(milliseconds)
      await pause(50)
    }
  }
  const weigh = async () => {
    for (; !isOver; await pause(200)) peak = Math.max(peak, await residentMemory(server.pid))
  }
  const watching = Promise.all([ask(), weigh()])
  const [result, took] = await timed(work).finally(() => {
    isOver = true
  })
  await watching
  client.close()
  return { result, took, peak, answers }
}

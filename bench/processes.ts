// Runs commands and the server in separate processes, with time and peak memory.
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { defaultMemory } from '#server/config/memory.ts'
import { processLimits } from '#server/start/relaunch.ts'
import type { StoreOptions } from '#server/store/open.ts'

const MEASURED = fileURLToPath(new URL('./report-memory.ts', import.meta.url))
const CLI = fileURLToPath(new URL('../server/cli.ts', import.meta.url))
const CHROMIUM = fileURLToPath(new URL('./chromium.ts', import.meta.url))
const SERVER = fileURLToPath(new URL('./server.ts', import.meta.url))

export interface Run {
  readonly milliseconds: number
  /** In bytes. */
  readonly peak: number
}

/** Runs `gondola …` on a data folder, without the caller's configuration. */
export async function gondola(
  words: readonly string[],
  dataDir: string,
  more: NodeJS.ProcessEnv = {},
): Promise<Run> {
  const start = performance.now()
  const child = spawn(process.execPath, [MEASURED, CLI, ...words], {
    env: { ...cleanEnvironment(), GONDOLA_DATA_DIR: dataDir, ...more },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  const [stderr, peak] = await Promise.all([text(child.stderr!), text(child.stdio[3] as Readable)])
  const code = await ended
  if (code !== 0) throw new Error(`gondola ${words.join(' ')} ended with ${code}:\n${stderr.slice(-2000)}`)
  return { milliseconds: performance.now() - start, peak: Number(peak) }
}

export interface Place {
  readonly port: number
  readonly token: string
  /** Of a role with three distributors. */
  readonly limitedToken: string
  readonly months: readonly string[]
  /** Values for `{name}` in paths. */
  readonly parameters: Readonly<Record<string, string>>
}

export interface RunningServer extends Place {
  readonly pid: number
  /** Resident memory in bytes; NaN where the system does not report it. */
  memory(): Promise<number>
  stop(): Promise<Run>
}

/** Data folder, or a postgres:// address. */
export type Address = string

export const storeAt = (address: Address): StoreOptions =>
  address.startsWith('postgres') ? { databaseUrl: address } : { dataDir: address }

/** `memory`: bytes that it may take. */
export async function serve(address: Address, memory = defaultMemory()): Promise<RunningServer> {
  const start = performance.now()
  const { words, env } = processLimits(memory)
  const child = spawn(process.execPath, [...words, MEASURED, SERVER, address, String(memory)], {
    env: { ...cleanEnvironment(), ...env },
    stdio: ['pipe', 'pipe', 'inherit', 'pipe'],
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const peak = text(child.stdio[3] as Readable)
  const place = await firstLine(child.stdout!)
  return {
    ...(JSON.parse(place) as Place),
    pid: child.pid ?? 0,
    memory: () => residentMemory(child.pid),
    async stop() {
      child.stdin!.end()
      await ended
      return { milliseconds: performance.now() - start, peak: Number(await peak) }
    },
  }
}

export async function residentMemory(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s*(\d+) kB/.exec(status)?.[1] ?? Number.NaN) * 1024
}

/** Measures the web application of a running server in a separate process, since browser code has its own types. */
export async function measureInChromium(place: Place, visits: number, parts?: string): Promise<void> {
  const child = spawn(process.execPath, [CHROMIUM, String(visits), ...(parts ? [parts] : [])], {
    env: cleanEnvironment(),
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  child.stdin!.end(JSON.stringify(place))
  const code = await new Promise<number | null>((done) => child.once('exit', done))
  if (code !== 0) throw new Error(`the measurement in Chromium ended with ${code}`)
}

async function firstLine(stream: Readable): Promise<string> {
  let all = ''
  for await (const piece of stream) {
    all += piece
    if (all.includes('\n')) return all.slice(0, all.indexOf('\n'))
  }
  throw new Error('the server ended before it listened')
}

export const cleanEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('GONDOLA_') && name !== 'PORT'),
  )

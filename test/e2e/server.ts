// The real server in a process of its own, on a free port and a data folder that goes away with it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../rooms.ts'

/** `demo` is quick to make; `pictures` is the demo that a first start makes. */
export type DataSet = 'recorded' | 'demo' | 'pictures'

export const SUPER_ADMIN = { email: 'duena@gondola.test', password: 'una clave larga de prueba' }

export interface RunningServer {
  readonly address: string
  /** Everything the server has written on the terminal. */
  readonly words: () => string
  stop(): Promise<void>
}

/** How each data set comes into an empty store, as commands of the product. */
const MAKE: Readonly<Record<DataSet, readonly string[]>> = {
  recorded: ['import', 'woocommerce', '--files', 'fixtures/woocommerce'],
  demo: ['demo', '--orders', '4000', '--months', '14'],
  pictures: ['demo'],
}

/** Only what a server needs: the caller's own GONDOLA_ settings must not reach it. */
function environment(dataFolder: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(GONDOLA_|PORT$|HOST$|NODE_OPTIONS$|VITEST)/.test(name),
  )
  return {
    ...Object.fromEntries(kept),
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    GONDOLA_DATA_DIR: dataFolder,
  }
}

function launch(script: string, args: readonly string[], dataFolder: string) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: ROOT,
    env: environment(dataFolder),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let words = ''
  const hear = (chunk: Buffer) => {
    words += chunk.toString()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  return { child, words: () => words }
}

async function run(args: readonly string[], dataFolder: string, input = ''): Promise<void> {
  const { child, words } = launch('server/cli.ts', args, dataFolder)
  child.stdin.end(input)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`gondola ${args.join(' ')} ended with ${code}:\n${words()}`)
}

/** Folder that holds the data set and the super administrator, made once for the whole run. */
async function preparedData(dataSet: DataSet, folder: string): Promise<string> {
  const ready = join(folder, dataSet)
  if (existsSync(ready)) return ready
  const work = mkdtempSync(join(folder, `${dataSet}-making-`))
  await run(MAKE[dataSet], work)
  await run(
    ['user', SUPER_ADMIN.email, '--name', 'Delia Dueña', '--password-stdin'],
    work,
    SUPER_ADMIN.password,
  )
  try {
    renameSync(work, ready)
  } catch (error) {
    // Another file's tests made it meanwhile.
    if (!existsSync(ready)) throw error
    rmSync(work, { recursive: true, force: true })
  }
  return ready
}

/** Resolves with the address that the server tells, rejects with its words when it ends before. */
function addressOf(child: ChildProcess, words: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(words())?.[0]
      if (address !== undefined) resolve(address)
    }
    child.stdout?.on('data', look)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${words()}`)))
  })
}

export async function startServer(dataSet: DataSet, folder: string): Promise<RunningServer> {
  const source = await preparedData(dataSet, folder)
  const data = mkdtempSync(join(folder, 'server-'))
  cpSync(source, data, { recursive: true })
  const { child, words } = launch('server/main.ts', [], data)
  const address = await addressOf(child, words)
  return {
    address,
    words,
    stop: async () => {
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      rmSync(data, { recursive: true, force: true })
    },
  }
}

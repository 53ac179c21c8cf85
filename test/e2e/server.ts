// The real server in a separate process, on a free port and with a data folder that is removed afterwards.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { changesShop, writeChangesShop } from '../changes-shop.ts'
import { shiftedClock } from '../clock.ts'
import { ROOT } from '../rooms.ts'
import { writeRunningShop } from '../running-shop.ts'

/**
 * `demo` is small; `pictures` is the demo that a first start creates; `changes` has the pairs of amounts of `changes-shop`;
 * `running` reaches the day of `clock.ts`.
 */
export type DataSet = 'recorded' | 'demo' | 'pictures' | 'changes' | 'running'

export const SUPER_ADMIN = { email: 'duena@gondola.test', password: 'una clave larga de prueba' }

export interface RunningServer {
  readonly address: string
  stop(): Promise<void>
}

/** On screens. */
export const SHOWN_CHANGES = changesShop(50, 14)

/** The command that fills an empty store in this folder with each data set. */
const FILL_COMMANDS: Readonly<Record<DataSet, (folder: string) => readonly string[]>> = {
  recorded: () => ['import', 'woocommerce', '--files', 'fixtures/woocommerce'],
  demo: () => ['demo', '--orders', '4000', '--months', '14', '--whole-months'],
  pictures: () => ['demo'],
  running: (folder) => ['import', 'csv', writeRunningShop(join(folder, 'files'))],
  changes: (folder) => ['import', 'csv', writeChangesShop(SHOWN_CHANGES, join(folder, 'files'))],
}

/** The caller's GONDOLA_ settings must not reach the server. */
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

function launch(
  script: string,
  args: readonly string[],
  dataFolder: string,
  settings: NodeJS.ProcessEnv = {},
) {
  const child = spawn(process.execPath, [...shiftedClock, script, ...args], {
    cwd: ROOT,
    env: { ...environment(dataFolder), ...settings },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  return { child, output: () => output }
}

async function run(args: readonly string[], dataFolder: string, input = ''): Promise<void> {
  const { child, output } = launch('server/cli.ts', args, dataFolder)
  child.stdin.end(input)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`gondola ${args.join(' ')} ended with ${code}:\n${output()}`)
}

/** The folder with the data set and the super administrator, created once per run. */
async function preparedData(dataSet: DataSet, folder: string): Promise<string> {
  const ready = join(folder, dataSet)
  if (existsSync(ready)) return ready
  const work = mkdtempSync(join(folder, `${dataSet}-`))
  await run(FILL_COMMANDS[dataSet](work), work)
  await run(
    ['user', SUPER_ADMIN.email, '--name', 'Delia Dueña', '--password-stdin'],
    work,
    SUPER_ADMIN.password,
  )
  try {
    renameSync(work, ready)
  } catch (error) {
    // The tests of another file created it meanwhile.
    if (!existsSync(ready)) throw error
    rmSync(work, { recursive: true, force: true })
  }
  return ready
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** Resolves with the address that the server prints; rejects with its output if it exits first. */
function addressOf(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const findAddress = () => {
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0]
      if (address !== undefined) resolve(address)
    }
    child.stdout?.on('data', findAddress)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output()}`)))
  })
}

/** `named`: at localhost, since passkeys need a host name. `smtpUrl`: where it sends mails. */
export async function startServer(
  dataSet: DataSet,
  folder: string,
  { named = false, smtpUrl }: { named?: boolean; smtpUrl?: string | undefined } = {},
): Promise<RunningServer> {
  const source = await preparedData(dataSet, folder)
  const data = mkdtempSync(join(folder, 'server-'))
  cpSync(source, data, { recursive: true })
  const port = named ? await freePort() : 0
  const publicUrl = `http://localhost:${port}`
  const settings = {
    ...(named && { PORT: String(port), GONDOLA_PUBLIC_URL: publicUrl }),
    ...(smtpUrl !== undefined && { GONDOLA_SMTP_URL: smtpUrl }),
  }
  const { child, output } = launch('server/main.ts', [], data, settings)
  const bound = await addressOf(child, output)
  const address = named ? publicUrl : bound
  return {
    address,
    stop: async () => {
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      rmSync(data, { recursive: true, force: true })
    },
  }
}

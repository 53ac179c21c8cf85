import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type Config, readConfig } from '#server/config/config.ts'
import { mebibytes, memoryShares } from '#server/config/memory.ts'
import { reachThrough } from '#server/domain/proxy.ts'
import { type Progress, progressOn } from '#server/ingest/progress.ts'
import { assertComplete } from '#server/store/copy-runs.ts'
import { openStore } from '#server/store/open.ts'
import type { Store } from '#server/store/store.ts'
import { withoutControlCharacters } from './control-characters.ts'
import { becomeOwner } from './owner.ts'

export interface Command {
  /** First word or words: 'demo', 'import woocommerce'. */
  readonly name: string
  /** One line per form, without `gondola`: 'demo [--orders N] [--months M]'. */
  readonly usage: string
  /** One Spanish sentence. */
  readonly summary: string
  /** Receives the words after the name and returns the exit code. Throws a CommandError for the user's mistakes. */
  run(argv: readonly string[], context: CommandContext): Promise<number>
}

export interface CommandContext {
  /** Parsed from the environment on first access. */
  readonly config: Config
  say(line: string): void
  readonly progress: Progress
  /** Opens the configured store, migrated, and closes it afterwards. Throws if there is none, unless the command makes one. */
  withStore<T>(work: (store: Store) => Promise<T>, options?: { readonly creates?: true }): Promise<T>
}

/** Ends a command with its message and exit code, without a stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/** A mistake in the words of a command: exit code 2. */
export const usageError = (message: string): CommandError => new CommandError(message, 2)

/** Returns the address given as an option; refuses one with a password, which every user of the machine could read. */
export function withoutPassword(option: string, address: string, variable: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const isSecret =
    /:\/\/[^/]*:[^/]*@/.test(address) ||
    Boolean(url?.password) ||
    [...(url?.searchParams.keys() ?? [])].some((name) => /^pass(word|wd)?$/i.test(name))
  if (!isSecret) return address
  throw usageError(
    `--${option}: las opciones se ven en la lista de procesos; la dirección con contraseña va en ${variable}, o en el archivo que nombra ${variable}_FILE`,
  )
}

/** `parseArgs` that reports unknown options as a usage error, without the passwords of any address. */
export function parseWords<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const words = (config.args ?? []).join(' ').replace(/\/\/\S*@/g, '//…@')
    throw usageError(`no se entiende «${words}»`)
  }
}

/** Throws a usage error unless `text` is a whole number between the limits. */
export function integerOption(name: string, text: string, least: number, most: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw usageError(`--${name}: tiene que ser un número entero entre ${least} y ${most}`)
}

/** Throws for a database into which a copy has not ended. */
export async function openConfigured(config: Config, mustExist = false): Promise<Store> {
  // Personal data and session secrets: readable by their owner only, even in a shared folder.
  process.umask(0o077)
  const store = await openStore({
    dataDir: config.dataDir,
    mustExist,
    memoryLimit: `${mebibytes(memoryShares(config.memory).engine)}MiB`,
    ...(config.databaseUrl && { databaseUrl: config.databaseUrl.reveal() }),
    connections: config.databaseConnections,
  })
  try {
    await assertComplete(store)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/** For all connections of this process to other servers. */
export const applyProxy = ({ proxy: { https, http, exempt } }: Config): (() => void) =>
  reachThrough({ https: https?.reveal(), http: http?.reveal(), exempt })

/** Reads the configuration of this process, and goes on through its proxies and as the owner of its data. */
export function configure(variables: NodeJS.ProcessEnv): Config {
  const config = readConfig(variables)
  applyProxy(config)
  becomeOwner(config.dataDir)
  return config
}

export function commandContext(): CommandContext {
  let config: Config | undefined
  return {
    get config() {
      config ??= configure(process.env)
      return config
    },
    say: (line) => console.log(withoutControlCharacters(line)),
    progress: progressOn(),
    async withStore(work, { creates } = {}) {
      await using store = await openConfigured(this.config, !creates)
      return await work(store)
    },
  }
}

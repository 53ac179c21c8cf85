// What a command of `gondola` is; each stands in its own file of commands/ as `export const command: Command`.
import { type Config, readConfig } from './config.ts'
import { type Progress, progressOn } from './ingest/progress.ts'
import { openStore } from './store/open.ts'
import type { Store } from './store/store.ts'

export interface Command {
  /** First word, or words: 'demo', 'import woocommerce'. */
  readonly name: string
  /** One line per way to call it, without `gondola`: 'demo [--orders N] [--months M]'. */
  readonly usage: string
  /** What it does, in one Spanish sentence. */
  readonly summary: string
  /** `argv` is what follows the name; gives the exit code. Throw a CommandError for what the person can mend. */
  run(argv: readonly string[], context: CommandContext): Promise<number>
}

export interface CommandContext {
  /** The environment, checked when it is asked for. */
  readonly config: Config
  /** A line for the person. */
  say(line: string): void
  readonly progress: Progress
  /** Opens the configured store, migrated, and closes it after the work. */
  withStore<T>(work: (store: Store) => Promise<T>): Promise<T>
}

/** Ends a command with its message and exit code, without a stack. */
export class CommandError extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.name = 'CommandError'
    this.exitCode = exitCode
  }
}

/** Wrong words after a command: exit code 2. */
export const usageError = (message: string): CommandError => new CommandError(message, 2)

export function openConfigured(config: Config): Promise<Store> {
  // Data of people and the secret of the sessions are their owner's alone, also in a folder that others may open.
  process.umask(0o077)
  return openStore({
    dataDir: config.dataDir,
    ...(config.databaseUrl && { databaseUrl: config.databaseUrl.reveal() }),
  })
}

export function commandContext(): CommandContext {
  let config: Config | undefined
  return {
    get config() {
      config ??= readConfig(process.env)
      return config
    },
    say: (line) => console.log(line),
    progress: progressOn(),
    async withStore(work) {
      const store = await openConfigured(this.config)
      try {
        return await work(store)
      } finally {
        await store.close()
      }
    },
  }
}

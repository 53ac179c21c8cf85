// A command as called from a terminal: its exit code and output.

import type { Config } from '#server/config/config.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { openStore } from '#server/store/open.ts'
import type { Store } from '#server/store/store.ts'
import { type Command, type CommandContext, CommandError, openConfigured } from '#server/terminal/command.ts'

export interface Said {
  readonly code: number
  readonly said: string
}

/** Opens the embedded store of a data folder while the work lasts, as each command does. */
export async function withStoreIn<T>(dataDir: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ dataDir })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

export async function callCommand(command: Command, argv: readonly string[], config: Config): Promise<Said> {
  const said: string[] = []
  const context: CommandContext = {
    config,
    say: (line) => void said.push(line),
    progress: silentProgress,
    async withStore(work) {
      const store = await openConfigured(config)
      try {
        return await work(store)
      } finally {
        await store.close()
      }
    },
  }
  const code = await command.run(argv, context).catch((error: unknown) => {
    if (!(error instanceof CommandError)) throw error
    said.push(error.message)
    return error.exitCode
  })
  return { code, said: said.join('\n') }
}

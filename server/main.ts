// Entry point of the server: starts it and stops it gracefully on SIGINT, SIGTERM and when its terminal closes.

import { loadEnvFile } from './config/env-file.ts'
import { start } from './start.ts'
import { configure } from './terminal/command.ts'
import { withoutControlCharacters } from './terminal/control-characters.ts'
import { exitCodeOf, plainSentence } from './terminal/failures.ts'

/** Exits even if a graceful stop takes longer, after the drain time. */
const STOP_TIMEOUT_MS = 10_000

export async function main(): Promise<void> {
  loadEnvFile()
  const config = configure(process.env)
  const running = await start(config, (line) => console.log(withoutControlCharacters(line)))
  let stopping = false
  const stop = async () => {
    // A second signal stops at once.
    if (stopping) process.exit(130)
    stopping = true
    setTimeout(() => process.exit(1), config.drainSeconds * 1000 + STOP_TIMEOUT_MS).unref()
    await running.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
}

try {
  await main()
} catch (error) {
  console.error(`gondola: ${withoutControlCharacters(plainSentence(error))}`)
  process.exit(exitCodeOf(error))
}

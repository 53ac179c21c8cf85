// Starts the server and stops it in order: one plain sentence and exit code 1 for what a person can mend.
import { loadEnvFile, readConfig } from './config.ts'
import { exitCodeOf, plainSentence } from './failures.ts'
import { start } from './start.ts'

/** What is still under way after this is cut off. */
const PATIENCE_MS = 10_000

export async function main(): Promise<void> {
  loadEnvFile()
  const running = await start(readConfig(process.env), (line) => console.log(line))
  let stopping = false
  const stop = async () => {
    // A second signal means now.
    if (stopping) process.exit(130)
    stopping = true
    setTimeout(() => process.exit(1), PATIENCE_MS).unref()
    await running.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
}

try {
  await main()
} catch (error) {
  console.error(`gondola: ${plainSentence(error)}`)
  process.exit(exitCodeOf(error))
}

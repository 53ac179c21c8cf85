// One PostgreSQL for a whole test run (Vitest's globalSetup): GONDOLA_TEST_DATABASE_URL, else one that is started here.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server on which the tests may create databases; it may still be starting, or have failed with a reason. */
    postgres: { url: string; failure?: string }
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.GONDOLA_TEST_DATABASE_URL
  if (given) {
    project.provide('postgres', { url: given })
    return async () => {}
  }
  const keeper = spawn(process.execPath, [fileURLToPath(new URL('./postgres-keeper.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Its own process group, so that Ctrl-C reaches the tests first.
    detached: true,
  })
  const stop = async () => {
    if (keeper.exitCode !== null) return
    const ended = once(keeper, 'exit')
    keeper.stdin.end()
    await ended
  }
  // Where it will be; whoever needs it waits, so runs that do not need it start at once.
  const [line] = await once(createInterface(keeper.stdout), 'line')
  project.provide('postgres', JSON.parse(String(line)))
  return stop
}

// One PostgreSQL for a whole test run (Vitest's globalSetup): GONDOLA_TEST_DATABASE_URL, else one that is started here.
import type { TestProject } from 'vitest/node'
import { startDaemon } from './daemon.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server on which the tests may create databases; it may still be starting, or have failed with a reason. */
    postgres: { url: string; failure?: string; oldest: boolean }
  }
}

export default (project: TestProject): Promise<() => Promise<void>> => provide(project, { oldest: false })

/** `oldest`: of the oldest version that the product takes. */
export async function provide(
  project: TestProject,
  { oldest }: { readonly oldest: boolean },
): Promise<() => Promise<void>> {
  const given = process.env.GONDOLA_TEST_DATABASE_URL
  if (given) {
    project.provide('postgres', { url: given, oldest })
    return async () => {}
  }
  const { answer, stop } = await startDaemon(new URL('./postgres-daemon.ts', import.meta.url), [
    '--in-memory',
    ...(oldest ? ['--oldest'] : []),
  ])
  // The future address of the server; only tests that use it wait for its start.
  project.provide('postgres', { ...JSON.parse(answer), oldest })
  return stop
}

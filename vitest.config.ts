// Projects: `static` (import rules), `unit` (contract, server and web, on both engines), `web` (screens and components in
// happy-dom), `browser` (the built product in Chromium) and, in nightly runs, `oldest-postgres`.
// `npx vitest run --project unit <filter>` runs a part.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { shiftedClock } from './test/clock.ts'
import { NIGHTLY } from './test/nightly.ts'

// Many tests start processes of the product: they share what the first of them compiled.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/node')

/** The slowest files start first, so that none of them is left to run alone at the end. */
const LONGEST = [
  'test/rolling-upgrade.test.ts',
  'server/http/outage.test.ts',
  'server/place-of-data.test.ts',
  'test/backup.test.ts',
  'test/import-mysql.test.ts',
  'test/hostile-input.test.ts',
  'test/one-number.test.ts',
  'test/import-kill.test.ts',
  'test/move.test.ts',
  'web/features/settings/settings-screens.test.tsx',
  'web/app/screens.test.tsx',
  'test/other-causes.test.ts',
  'server/features/deliveries/occasions.test.ts',
  'test/import-http.test.ts',
  'test/import-calls.test.ts',
  'test/sync-commands.test.ts',
  'test/import-cancel.test.ts',
  'test/sheets-kill.test.ts',
  'server/features/deliveries/calendars.test.ts',
  'server/cli.test.ts',
  'test/question-screens.test.ts',
  'test/e2e/routes.test.ts',
  'test/e2e/layout.test.ts',
  'test/e2e/clicks-running.test.ts',
  'test/e2e/settings.test.ts',
  'test/e2e/visit.test.ts',
]

const turn = ({ moduleId }: TestSpecification): number => {
  const index = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`))
  return index < 0 ? LONGEST.length : index
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => turn(one) - turn(other))
  }
}

/** Runs in `npm run citus`. */
const CLUSTER = process.env.GONDOLA_TEST_CITUS_NODES ? [] : ['test/citus.test.ts']

// Imports make much garbage at once; a larger nursery halves the time of collecting it. Signatures are asked for algorithms that
// Node calls experimental.
const NODE_FLAGS = ['--max-semi-space-size=64', '--disable-warning=ExperimentalWarning']

const COMPONENTS = 'web/**/*.test.tsx'
const STATIC = [
  'test/rooms.test.ts',
  'test/docs.test.ts',
  'test/docs-claims.test.ts',
  'test/mutations.test.ts',
  'test/sql-division.test.ts',
]

/** What differs between hosts of PostgreSQL, once more on the oldest version that the product takes. */
const HOSTS = {
  test: {
    name: 'oldest-postgres',
    include: [
      'server/store/*.test.ts',
      'server/http/{outage,full-disk,load,export/cut}.test.ts',
      'test/{pgbouncer,standby,two-servers}.test.ts',
    ],
    globalSetup: ['test/memory-folder.ts', 'test/templates.ts', 'test/oldest-postgres.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
}

export default defineConfig({
  test: {
    // DuckDB is a native addon with its own threads: one process per worker, one more than there are cores, since many tests
    // wait for other processes. Files that follow one another in a worker share its loaded modules; what they share beyond
    // constants belongs to a store or an app.
    pool: 'forks',
    isolate: false,
    maxWorkers: availableParallelism() + 1,
    execArgv: NODE_FLAGS,
    sequence: { sequencer: LongestFirst },
    reporters: ['default'],
    projects: [
      ...(NIGHTLY ? [HOSTS] : []),
      { test: { name: 'static', include: STATIC, testTimeout: 30_000 } },
      {
        test: {
          name: 'unit',
          include: ['{contract,server,web,scripts,fixtures,bench}/**/*.test.{ts,tsx}', 'test/*.test.ts'],
          exclude: ['**/node_modules/**', ...STATIC, ...CLUSTER, COMPONENTS],
          globalSetup: ['test/memory-folder.ts', 'test/templates.ts', 'test/postgres.ts'],
          // A busy machine takes several times as long as a quiet one.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        define: { __VERSION__: JSON.stringify('0.0.0') },
        test: {
          name: 'web',
          include: [COMPONENTS],
          execArgv: [...NODE_FLAGS, ...shiftedClock],
          environment: './test/web/quiet-dom.ts',
          environmentOptions: { happyDOM: { settings: { fetch: { disableSameOriginPolicy: true } } } },
          // Loading the component library takes seconds: the files of a worker share it, and each test starts its own application.
          isolate: false,
          globalSetup: ['test/memory-folder.ts', 'test/web/setup.ts'],
          setupFiles: ['test/web/environment.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/e2e/**/*.test.ts'],
          execArgv: [...NODE_FLAGS, ...shiftedClock],
          globalSetup: ['test/memory-folder.ts', 'test/e2e/setup.ts'],
          // Two files at a time share one Chromium: while one waits, the other has the cores.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 180_000,
          hookTimeout: 240_000,
          // What a page comes to show is waited for as long as a busy machine may need.
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
})

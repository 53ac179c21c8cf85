// Three projects: `static` (the walls between the rooms), `unit` (contract, server and web without a browser, on
// both engines) and `browser` (the built product in Chromium). `npx vitest run --project unit <filter>` runs a part.
import { defineConfig } from 'vitest/config'

const STATIC = ['test/rooms.test.ts', 'test/records.test.ts']

export default defineConfig({
  test: {
    // DuckDB is a native addon with its own threads: one process per worker, as many as there are cores here.
    pool: 'forks',
    maxWorkers: '100%',
    reporters: ['default'],
    projects: [
      { test: { name: 'static', include: STATIC } },
      {
        test: {
          name: 'unit',
          include: ['{contract,server,web,scripts,fixtures,bench}/**/*.test.{ts,tsx}', 'test/*.test.ts'],
          exclude: ['**/node_modules/**', ...STATIC],
          globalSetup: ['test/postgres.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/e2e/setup.ts'],
          // One server and one Chromium at a time are enough for two cores.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // What a page comes to show is waited for as long as a busy machine may need.
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
})

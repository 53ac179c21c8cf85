// `npm run citus`: the tests of both engines, on a Citus cluster of three nodes instead of PostgreSQL.
// `npm run citus -- <filter>`: those whose path contains the filter.
// GONDOLA_TEST_CITUS_NODES names the nodes of a running cluster, the coordinator first; without it, three servers are started
// here from a PostgreSQL with Citus that this machine has.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startCluster } from '../test/citus-cluster.ts'
import { ROOT } from './root.ts'

/** Tests of the engine's interface, which use plain tables, and of the built web application. */
const WITHOUT = ['server/store/**', 'test/rolling-upgrade.test.ts']

const FILES = globSync('{server,test}/**/*.test.ts', { cwd: ROOT, exclude: WITHOUT }).filter((file) =>
  /describeEngines|testEngine\('postgres'\)|plainDatabaseOfCluster/.test(
    readFileSync(join(ROOT, file), 'utf8'),
  ),
)

process.on('SIGINT', () => process.exit(130))
process.on('SIGTERM', () => process.exit(143))
const given = process.env.GONDOLA_TEST_CITUS_NODES?.split(',')
const cluster = given ? undefined : await startCluster()
const nodes = given ?? cluster?.nodes.map(({ address }) => address) ?? []
const filters = process.argv.slice(2)
const tests = spawn(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'unit',
    '-t',
    '^(?!.* on duckdb)',
    ...(filters.length > 0 ? filters : FILES),
  ],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      GONDOLA_TEST_CITUS_NODES: nodes.join(','),
      GONDOLA_TEST_DATABASE_URL: nodes[0],
    },
  },
)
const [code] = await once(tests, 'exit')
await cluster?.stop()
process.exit(code ?? 1)

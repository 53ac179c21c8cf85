// `npm test`: static checks, unit tests on both engines, the build, and the product in a browser.
// `npm test -- <filter>` runs the tests whose path contains the filter, `npm test -- --only=static|unit|browser` one part, as
// each shard of CI does. Ends with the line "N passed, N failed".
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { NIGHTLY } from '../test/nightly.ts'
import { CHECKS, check } from './check.ts'
import { CHROMIUM_PACKAGE, ensureChromium, findChromium } from './chromium.ts'
import { hasMariadb, installMariadb, MARIADB_PACKAGE } from './mariadb.ts'
import { ROOT } from './root.ts'
import { bold, red, runStep, showStep } from './steps.ts'
import { mayInstall } from './system-packages.ts'

const ONLY = '--only='
const PARTS = ['static', 'unit', 'browser']
const only = process.argv.find((argument) => argument.startsWith(ONLY))?.slice(ONLY.length)
const filters = process.argv.slice(2).filter((argument) => !argument.startsWith(ONLY))
const REPORTS = join(ROOT, '.cache/test')
const REPORTERS = ['minimal', './scripts/progress-reporter.ts', 'json']

let passed = 0
let failed = 0

const heading = (text: string) => console.log(`\n${bold(text)}`)

const matches = (pattern: string) =>
  globSync(pattern, { cwd: ROOT }).some(
    (file) => filters.length === 0 || filters.some((text) => file.includes(text)),
  )

const includes = (part: string) => only === undefined || only === part
const unitFiles = ['{contract,server,web,scripts,fixtures,bench}/**/*.test.{ts,tsx}', 'test/*.test.ts']
const wants = {
  checks: includes('static') && filters.length === 0,
  unit: includes('unit') && unitFiles.some(matches),
  browser: includes('browser') && matches('test/e2e/**/*.test.ts'),
  mariadb: includes('unit') && matches('test/import-mysql.test.ts'),
}

async function runTests(name: string, projects: readonly string[], env: Record<string, string> = {}) {
  const report = join(REPORTS, `${name}.json`)
  const worked = await showStep({
    name: `${name} tests`,
    command: [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      ...REPORTERS.flatMap((reporter) => ['--reporter', reporter]),
      `--outputFile.json=${report}`,
      ...filters,
    ],
    env,
  })
  const totals = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
  passed += totals.numPassedTests ?? 0
  failed += totals.numFailedTests ?? 0
  // A file that does not load, or an error outside the tests, fails the run without failing a test.
  if (!worked && !(totals.numFailedTests > 0)) failed += 1
  if (totals.numPendingTests > 0) console.log(`${totals.numPendingTests} skipped`)
}

/** Tests that need a program which cannot be installed fail and say so. */
async function installMissing(): Promise<void> {
  const missing = [
    ...(wants.mariadb && !hasMariadb() ? [{ name: MARIADB_PACKAGE, install: installMariadb }] : []),
    ...(wants.browser && !findChromium() ? [{ name: CHROMIUM_PACKAGE, install: ensureChromium }] : []),
  ]
  if (missing.length === 0 || !(await mayInstall(missing.map(({ name }) => name)))) return
  for (const { install } of missing) {
    try {
      install(console.log)
    } catch (error) {
      console.log(red(error instanceof Error ? error.message : String(error)))
    }
  }
}

/** Checks and the build run one at a time beside the unit tests; their output is shown afterwards. */
async function checkAndBuild(): Promise<{ built: boolean; lines: readonly string[] }> {
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  let built = true
  if (wants.browser) built = await runStep({ name: 'build', command: ['scripts/build.ts'] }, say)
  if (!built) failed += 1
  if (wants.checks) failed += await check(CHECKS, 1, say)
  if (wants.browser && filters.length === 0 && built) {
    const budgets = { name: 'size budgets', command: ['scripts/budgets.ts'] } as const
    if (!(await runStep(budgets, say))) failed += 1
  }
  return { built, lines }
}

async function runBrowserTests() {
  heading('Browser')
  const chromium = findChromium()
  await runTests('browser', ['browser'], chromium === undefined ? {} : { CHROME_PATH: chromium })
}

rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })
const began = Date.now()
await installMissing()

const beside = checkAndBuild()
if (wants.unit) {
  heading('Unit tests, on DuckDB and PostgreSQL')
  await runTests('unit', ['static', 'unit', 'web', ...(NIGHTLY ? ['oldest-postgres'] : [])])
} else if (wants.checks) await runTests('static', ['static'])
const { built, lines } = await beside
if (lines.length > 0) {
  heading('Static checks and build')
  for (const line of lines) console.log(line)
}
if (wants.browser && built) await runBrowserTests()
if (only !== undefined && !PARTS.includes(only)) {
  failed += 1
  console.log(red(`--only takes ${PARTS.join(', ')}; ${only} is none of them`))
} else if (!wants.checks && !wants.unit && !wants.browser) {
  failed += 1
  console.log(red(`No test file matches ${filters.join(' ')}`))
}

console.log(`\nin ${Math.round((Date.now() - began) / 1000)} s`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

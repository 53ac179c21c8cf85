// The whole proof: static checks, unit tests on both engines, the build, the product in a browser.
// `npm test -- <filter>` runs the tests whose path contains the filter. Ends with the line "N passed, N failed".
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CHECKS, check } from './check.ts'
import { ensureChromium } from './chromium.ts'
import { ensureMariadb } from './mariadb.ts'
import { ROOT } from './root.ts'
import { bold, red, runStep, showStep } from './steps.ts'

const filters = process.argv.slice(2)
const REPORTS = join(ROOT, '.cache/test')
const BUDGETS = 'scripts/budgets.ts'

let passed = 0
let failed = 0

const heading = (text: string) => console.log(`\n${bold(text)}`)

/** A step outside the test files counts as one failure when it fails, so that the count never looks better than the run. */
async function must(step: Promise<boolean>): Promise<boolean> {
  const worked = await step
  if (!worked) failed += 1
  return worked
}

const matches = (folder: string) =>
  globSync(folder, { cwd: ROOT }).some(
    (file) => filters.length === 0 || filters.some((text) => file.includes(text)),
  )

async function runTests(name: string, projects: readonly string[], env: Record<string, string> = {}) {
  const report = join(REPORTS, `${name}.json`)
  const worked = await showStep({
    name: `${name} tests`,
    command: [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter',
      process.stdout.isTTY ? 'default' : 'dot',
      '--reporter',
      'json',
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

/** Where there is none, the tests that need it fail and say the same. */
function bringMariadb() {
  try {
    ensureMariadb((line) => console.log(line))
  } catch (error) {
    console.log(red(error instanceof Error ? error.message : String(error)))
  }
}

async function runBrowserTests() {
  heading('Browser')
  try {
    const chromium = ensureChromium((line) => console.log(line))
    if (!(await must(runStep({ name: 'build', command: ['scripts/build.ts'] })))) return
    if (filters.length === 0 && existsSync(join(ROOT, BUDGETS))) {
      await must(runStep({ name: 'size budgets', command: [BUDGETS] }))
    }
    await runTests('browser', ['browser'], { CHROME_PATH: chromium })
  } catch (error) {
    failed += 1
    console.log(red(error instanceof Error ? error.message : String(error)))
  }
}

rmSync(REPORTS, { recursive: true, force: true })
mkdirSync(REPORTS, { recursive: true })
const began = Date.now()

if (filters.length === 0) {
  heading('Static checks')
  failed += await check(CHECKS)
}
const wantsUnit =
  matches('{contract,server,web,scripts,fixtures,bench}/**/*.test.{ts,tsx}') || matches('test/*.test.ts')
if (wantsUnit) {
  heading('Unit tests, on DuckDB and PostgreSQL')
  if (matches('test/import-mysql.test.ts')) bringMariadb()
  await runTests('unit', ['static', 'unit', 'web'])
}
const wantsBrowser = matches('test/e2e/**/*.test.ts')
if (wantsBrowser) await runBrowserTests()
if (!wantsUnit && !wantsBrowser) {
  failed += 1
  console.log(red(`No test file matches ${filters.join(' ')}`))
}

console.log(`\nin ${Math.round((Date.now() - began) / 1000)} s`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

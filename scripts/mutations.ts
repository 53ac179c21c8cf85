// `npm run mutations`: changes one important line at a time, in a copy of the project, and expects the listed tests to
// fail. Prints which test caught each change; fails if a change survives or its line is not found. `npm run mutations --
// <text>` runs those whose name or file contains the text.
import { execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { connect } from '../test/connect.ts'
import { startDaemon } from '../test/daemon.ts'
import { MUTATIONS, type Mutation } from './mutation-list.ts'
import { ROOT } from './root.ts'
import { childEnvironment, green, red } from './steps.ts'

const AT_ONCE = 2

const report = z.object({
  testResults: z.array(
    z.object({ assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })) }),
  ),
})

/** A copy of every file that git knows or would add; packages are shared. */
function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gondola-mutations-'))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  for (const file of listed.split('\0').filter((name) => name !== '' && existsSync(join(ROOT, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(ROOT, file), join(folder, file))
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Names of the tests that fail; undefined when the tests could not run at all. */
async function failures(folder: string, tests: readonly string[], databaseUrl: string) {
  const output = join(folder, 'mutation-report.json')
  rmSync(output, { force: true })
  const child = spawn(
    process.execPath,
    [
      ...['node_modules/vitest/vitest.mjs', 'run', '--project', '!browser', '--bail', '1'],
      ...['--reporter', 'json', `--outputFile.json=${output}`, ...tests],
    ],
    {
      cwd: folder,
      env: childEnvironment({ GONDOLA_TEST_DATABASE_URL: databaseUrl }),
      stdio: 'ignore',
    },
  )
  await new Promise((resolve) => child.once('close', resolve))
  if (!existsSync(output)) return undefined
  const { testResults } = report.parse(JSON.parse(readFileSync(output, 'utf8')))
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  // When the set-up fails, all tests are skipped.
  if (!results.some(({ status }) => status === 'passed' || status === 'failed')) return undefined
  return results.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
}

/** True if a test caught the mutation; prints which one, or why none did. */
async function attempt(mutation: Mutation, folder: string, databaseUrl: string): Promise<boolean> {
  const path = join(folder, mutation.file)
  const before = readFileSync(path, 'utf8')
  const result = (passed: boolean, text: string) => {
    console.log(`${passed ? green('caught  ') : red('SURVIVED')}  ${mutation.name.padEnd(58)}  ${text}`)
    return passed
  }
  if (before.split(mutation.text).length !== 2)
    return result(false, `the text does not occur exactly once in ${mutation.file}`)
  writeFileSync(
    path,
    before.replace(mutation.text, () => mutation.replacement),
  )
  try {
    const failed = await failures(folder, mutation.tests, databaseUrl)
    if (failed === undefined) return result(false, `the tests could not run: ${mutation.tests.join(' ')}`)
    const [first] = failed
    return first === undefined
      ? result(false, `${mutation.file}: no failure in ${mutation.tests.join(' ')}`)
      : result(true, first)
  } finally {
    writeFileSync(path, before)
  }
}

async function main(): Promise<number> {
  const filters = process.argv.slice(2)
  const pending = MUTATIONS.filter(
    ({ name, file }) =>
      filters.length === 0 || filters.some((text) => name.includes(text) || file.includes(text)),
  )
  const total = pending.length
  const postgres = await startDaemon(new URL('../test/postgres-daemon.ts', import.meta.url))
  const { url } = z.object({ url: z.string() }).parse(JSON.parse(postgres.answer))
  await (await connect(url)).end()
  const folders = Array.from({ length: AT_ONCE }, copyProject)
  let caught = 0
  try {
    const worker = async (folder: string) => {
      for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
        if (await attempt(next, folder, url)) caught++
      }
    }
    await Promise.all(folders.map(worker))
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    await postgres.stop()
  }
  console.log(`\n${caught} of ${total} mutations were caught`)
  return total > 0 && caught === total ? 0 : 1
}

process.exitCode = await main()

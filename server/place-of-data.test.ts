// Commands in a wrong folder, and as another user than the one of the service.
import { execFile } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '#test/connect.ts'
import { testEngine } from '#test/engines.ts'

const ROOT = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'gondola-place-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function gondola(argv: string[], more: Record<string, string> = {}) {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GONDOLA_'))
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(ROOT, 'server/cli.ts'), ...argv],
      { cwd: folder, env: { ...Object.fromEntries(own), ...more } },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    )
  })
}

const NEEDING_DATA = [
  ['backup'],
  ['doctor'],
  ['job', 'list'],
  ['sync'],
  ['reconcile'],
  ['person', 'forget', '--email', 'ana@example.com'],
  ['woocommerce', 'status'],
]

describe('in a folder without data', { timeout: 120_000 }, () => {
  test.each(NEEDING_DATA.map((argv) => [argv.join(' '), argv] as const))(
    '%s fails, says where it looked and makes nothing',
    async (_, argv) => {
      const { code, output } = await gondola(argv)
      expect(output).toContain(`no hay una base de Góndola en ${join(folder, 'data/gondola.duckdb')}`)
      expect(output).toMatch(/GONDOLA_DATA_DIR/)
      expect(code).not.toBe(0)
      expect(existsSync(join(folder, 'data'))).toBe(false)
    },
  )

  test('an empty PostgreSQL database stays empty', async () => {
    const { databaseUrl = '' } = await testEngine('postgres').place()
    const name = `${new URL(databaseUrl).pathname.slice(1)}_empty`
    const admin = await connect(databaseUrl)
    await admin.query(`create database ${name} template template0 encoding 'UTF8'`)
    const url = Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href
    const { code, output } = await gondola(['backup'], { GONDOLA_DATABASE_URL: url })
    expect([code, output]).toEqual([
      1,
      expect.stringContaining(`no hay una base de Góndola en PostgreSQL (${new URL(url).host}/${name}).`),
    ])
    // A command that has its data ends well.
    expect((await gondola(['job', 'list'], { GONDOLA_DATABASE_URL: databaseUrl })).code).toBe(0)
    const there = await connect(url)
    expect(
      (await there.query('select 1 from information_schema.tables where table_schema = current_schema()'))
        .rows,
    ).toEqual([])
    await there.end()
    await admin.query(`drop database ${name}`)
    await admin.end()
  })
})

/** Any user but root. */
const SERVICE = 65_534

// Only root may act as another user.
describe.runIf(process.getuid?.() === 0)('as root, on data of the service', { timeout: 120_000 }, () => {
  const data = join(folder, 'service/data')
  const at = { GONDOLA_DATA_DIR: data }
  beforeAll(async () => {
    chmodSync(folder, 0o755)
    mkdirSync(data, { recursive: true })
    for (const path of [join(folder, 'service'), data]) chownSync(path, SERVICE, SERVICE)
    expect((await gondola(['demo', '--orders', '50', '--months', '2'], at)).code).toBe(0)
  }, 120_000)

  const foreign = () =>
    readdirSync(data, { recursive: true, encoding: 'utf8' }).filter(
      (path) => statSync(join(data, path)).uid !== SERVICE,
    )

  test.each([[['backup']], [['restore', '--force']], [['restore', '--drill']], [['doctor']]])(
    '%s leaves no file of root',
    async (argv) => {
      const { output } = await gondola(argv, at)
      expect(output).not.toMatch(/EACCES|EPERM/)
      expect(foreign()).toEqual([])
      expect(existsSync(join(data, 'gondola.duckdb'))).toBe(true)
    },
  )
})

// Commands in a wrong folder, and as another user than the one of the service.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
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
import { everyNth } from '#test/nightly.ts'

const ROOT = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'gondola-place-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GONDOLA_')))
const KEYS = `ck_${'1'.repeat(40)}\ncs_${'2'.repeat(40)}\n`

/** With the keys of a shop as its input. */
function gondola(argv: string[], more: Record<string, string> = {}, cwd = folder) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [join(ROOT, 'server/cli.ts'), ...argv],
      { cwd, env: { ...own, ...more } },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    )
    // A command that asks nothing may have ended.
    child.stdin?.on('error', () => {})
    child.stdin?.end(KEYS)
  })
}

const NEEDING_DATA = [
  ['backup'],
  ['doctor'],
  ['job', 'list'],
  ['job', 'run', 'backup'],
  ['sync'],
  ['reconcile', '--all'],
  ['restore-removed'],
  ['restore', '--drill'],
  ['user', 'ana@example.com'],
  ['database', 'move', '--to', 'other'],
  ['woocommerce', 'connect', '--url', 'https://shop.invalid'],
  ['person', 'forget', '--email', 'ana@example.com'],
  ['woocommerce', 'status'],
]

/** A folder with the data of a shop. */
const made = join(folder, 'made')
beforeAll(async () => {
  mkdirSync(made)
  expect((await gondola(['demo', '--orders', '50', '--months', '2'], {}, made)).code).toBe(0)
}, 120_000)

describe('in a folder without data', { timeout: 120_000 }, () => {
  test.each(everyNth(NEEDING_DATA, 3).map((argv) => [argv.join(' '), argv] as const))(
    '%s fails, says where it looked and makes nothing',
    async (_, argv) => {
      const { code, output } = await gondola(argv)
      expect(output).toContain(`no hay una base de Góndola en ${join(folder, 'data/gondola.duckdb')}`)
      expect(output).toMatch(/GONDOLA_DATA_DIR/)
      expect(code).not.toBe(0)
      expect(existsSync(join(folder, 'data'))).toBe(false)
    },
  )

  test.each(['restore', 'backup list'])(
    '%s finds no backups, says where it looked and makes nothing',
    async (words) => {
      const { output } = await gondola(words.split(' '))
      expect(output).toContain(join(folder, 'data/backups'))
      expect(existsSync(join(folder, 'data'))).toBe(false)
    },
  )

  test('the newest backup of another shop has to be named to be tried out', async () => {
    const [shop, wrong] = ['shop', 'wrong'].map((name) => join(folder, name)) as [string, string]
    mkdirSync(wrong)
    cpSync(made, shop, { recursive: true })
    expect(await gondola(['backup'], {}, shop)).toMatchObject({ code: 0 })
    cpSync(join(shop, 'data/backups'), join(wrong, 'data/backups'), { recursive: true })
    expect(await gondola(['restore', '--drill'], {}, wrong)).toEqual({
      code: 1,
      output: expect.stringContaining(`no hay una base de Góndola en ${join(wrong, 'data/gondola.duckdb')}`),
    })
    const [name = ''] = readdirSync(join(wrong, 'data/backups'))
    expect(await gondola(['restore', name, '--drill'], {}, wrong)).toMatchObject({ code: 0 })
    expect(readdirSync(join(wrong, 'data'))).toEqual(['backups'])
    expect(await gondola(['restore'], {}, wrong)).toMatchObject({ code: 0 })
  })

  test('an empty PostgreSQL database stays empty', async () => {
    const { databaseUrl = '' } = await testEngine('postgres').place()
    const name = `${new URL(databaseUrl).pathname.slice(1)}_empty`
    const admin = await connect(databaseUrl)
    await admin.query(`create database ${name} template template0 encoding 'UTF8'`)
    const url = Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href
    for (const words of ['backup', 'restore --drill', 'database move --to other']) {
      const { code, output } = await gondola(words.split(' '), { GONDOLA_DATABASE_URL: url })
      expect([code, output]).toEqual([
        1,
        expect.stringContaining(`no hay una base de Góndola en PostgreSQL (${new URL(url).host}/${name}).`),
      ])
    }
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
    cpSync(join(made, 'data'), data, { recursive: true })
    for (const name of readdirSync(data)) chownSync(join(data, name), SERVICE, SERVICE)
  }, 120_000)

  const foreign = (of = data) =>
    readdirSync(of, { recursive: true, encoding: 'utf8' }).filter(
      (path) => statSync(join(of, path)).uid !== SERVICE,
    )

  test('the first restore gives its folder to the owner of the one above', async () => {
    expect(await gondola(['backup'], at)).toMatchObject({ code: 0 })
    const [name = ''] = readdirSync(join(data, 'backups'))
    const first = { GONDOLA_DATA_DIR: join(folder, 'service/first/data') }
    const { code, output } = await gondola(['restore', join(data, 'backups', name)], first)
    expect([code, output]).toEqual([0, expect.not.stringContaining('chown')])
    expect(foreign(join(folder, 'service/first'))).toEqual([])
    mkdirSync(join(folder, 'of-root'))
    const other = { GONDOLA_DATA_DIR: join(folder, 'of-root/data') }
    const told = await gondola(['restore', join(data, 'backups', name)], other)
    expect(told.output).toContain(`chown -R USUARIO ${join(folder, 'of-root/data')}`)
  })

  test('a server leaves no file of root', async () => {
    const server = spawn(process.execPath, [join(ROOT, 'server/main.ts')], {
      cwd: folder,
      env: { ...own, ...at, PORT: '0' },
    })
    for await (const text of server.stdout.setEncoding('utf8')) if (text.includes('http://')) break
    server.kill()
    await once(server, 'exit')
    expect(foreign()).toEqual([])
  })

  test.each([
    [['backup']],
    [['restore', '--force']],
    [['restore', '--drill']],
    [['doctor']],
    [['woocommerce', 'connect', '--url', 'https://127.0.0.1:1']],
  ])('%s leaves no file of root', async (argv) => {
    const { output } = await gondola(argv, at)
    expect(output).not.toMatch(/EACCES|EPERM/)
    expect(foreign()).toEqual([])
    expect(existsSync(join(data, 'gondola.duckdb'))).toBe(true)
  })
})

// Limits and names of the machine: what a command says about them, in its own process.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StoreError } from './store/errors.ts'
import { plainSentence } from './terminal/failures.ts'

const ROOT = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'gondola-limits-'))
const data = join(folder, 'data')
const file = join(data, 'gondola.duckdb')
const own = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(GONDOLA_|HOST$|PORT$)/.test(name)),
)
const environment = (more: Record<string, string>) => ({ ...own, GONDOLA_DATA_DIR: data, ...more })
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Ended {
  readonly code: unknown
  readonly output: string
}

const ended = (command: string, argv: string[], more: Record<string, string> = {}): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(command, argv, { cwd: folder, env: environment(more) }, (error, stdout, stderr) =>
      resolve({ code: error ? (error.code ?? error.signal) : 0, output: stdout + stderr }),
    )
  })
const gondola = (...argv: string[]) => ended(process.execPath, [join(ROOT, 'server/cli.ts'), ...argv])

beforeAll(async () => {
  expect(await gondola('demo', '--orders', '50', '--months', '2')).toMatchObject({ code: 0 })
})

describe('HOST', () => {
  const started = (HOST: string) =>
    ended(process.execPath, [join(ROOT, 'server/main.ts')], { HOST, PORT: '0' })

  test.each([
    [
      'an unknown name',
      'no-such-machine.invalid',
      /HOST nombra «no-such-machine\.invalid», que no se encuentra/,
    ],
    ['an address of another machine', '192.0.2.1', /esta máquina no tiene la dirección de HOST/],
  ])('with %s is named', async (_, host, words) => {
    expect(await started(host)).toEqual({ code: 1, output: expect.stringMatching(words) })
  })

  const hasIpv6 = Object.values(networkInterfaces())
    .flat()
    .some((one) => one?.address === '::1')
  test.runIf(hasIpv6)('takes an IPv6 address in brackets', async () => {
    const server = spawn(process.execPath, [join(ROOT, 'server/main.ts')], {
      cwd: folder,
      env: environment({ HOST: '[::1]', PORT: '0' }),
    })
    let said = ''
    for await (const text of server.stdout.setEncoding('utf8')) {
      said += text
      if (said.includes('http://')) break
    }
    server.kill()
    await once(server, 'exit')
    expect(said).toMatch(/http:\/\/\[::1\]:\d+/)
  })
})

test.runIf(process.platform !== 'win32')(
  'a database file that everybody can read is closed to others',
  async () => {
    chmodSync(file, 0o666)
    expect(await gondola('job', 'list')).toMatchObject({ code: 0 })
    expect(statSync(file).mode & 0o777).toBe(0o600)
  },
)

const LIMITED = /no alcanza la memoria que el sistema da a este proceso.*ulimit -v.*LimitAS/

test.each([
  new StoreError(
    'overloaded',
    'la base no tiene memoria',
    new Error('Out of Memory Error: failed to allocate data'),
  ),
  new Error('libduckdb.so: failed to map segment from shared object'),
  new Error('spawn ENOMEM'),
])('%s names the limit of memory', (error) => {
  expect(plainSentence(error)).toMatch(LIMITED)
})

test.runIf(process.platform === 'linux')(
  'a backup under a limit of memory ends well or names the limit',
  async () => {
    // Which of them are enough depends on the machine; where the runtime itself does not start, it says so.
    for (const gibibytes of [3.5, 4]) {
      const limit = `ulimit -v ${gibibytes * 1024 ** 2}; exec "$@"`
      const { output } = await ended('bash', [
        '-c',
        limit,
        'bash',
        process.execPath,
        join(ROOT, 'server/cli.ts'),
        'backup',
      ])
      if (/^gondola:/m.test(output)) expect(output).toMatch(LIMITED)
    }
  },
)

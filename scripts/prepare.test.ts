import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const PACKAGE = { version: '1.0.0', integrity: 'sha512-AAAA' }
const MANIFEST = { name: 'checkout', version: '1.0.0', dependencies: { wanted: '1.0.0' } }

let checkout: string

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'gondola prepare-'))
  mkdirSync(join(checkout, 'scripts'))
  copyFileSync(join(import.meta.dirname, 'prepare.mjs'), join(checkout, 'scripts/prepare.mjs'))
  write('package.json', MANIFEST)
  write('package-lock.json', lock({ 'node_modules/wanted': PACKAGE }))
})

afterEach(() => rmSync(checkout, { recursive: true, force: true }))

const write = (file: string, content: object) => writeFileSync(join(checkout, file), JSON.stringify(content))

const lock = (packages: Record<string, object>) => ({
  name: 'checkout',
  version: '1.0.0',
  lockfileVersion: 3,
  requires: true,
  packages: { '': MANIFEST, ...packages },
})

function installed(packages: Record<string, object>) {
  mkdirSync(join(checkout, 'node_modules'), { recursive: true })
  write('node_modules/.package-lock.json', { lockfileVersion: 3, packages })
}

/** Runs prepare.mjs with an unreachable registry, so that every attempt to install fails. */
function prepare(machine: { platform?: string; node?: string } = {}) {
  const { platform = process.platform, node = process.versions.node } = machine
  const pretend =
    `Object.defineProperty(process, 'platform', { value: '${platform}' });` +
    `Object.defineProperty(process, 'versions', { value: { node: '${node}' } })`
  const args = ['--import', `data:text/javascript,${pretend}`, 'scripts/prepare.mjs']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: checkout,
    encoding: 'utf8',
    env: {
      ...process.env,
      npm_config_user_agent: `npm/10.8.2 node/v${node} ${platform} x64`,
      npm_config_registry: 'http://127.0.0.1:9/',
      npm_config_cache: join(checkout, 'cache'),
      npm_config_fetch_retries: '0',
    },
  })
  return { status, stdout, stderr }
}

it('does nothing if the installed packages match the lock file', () => {
  installed({ 'node_modules/wanted': { ...PACKAGE, license: 'MIT' } })
  expect(prepare()).toEqual({ status: 0, stdout: '', stderr: '' })
})

it('ignores packages of other platforms', () => {
  const elsewhere = { ...PACKAGE, optional: true, os: ['plan9'], cpu: ['x64'] }
  write('package-lock.json', lock({ 'node_modules/wanted': PACKAGE, 'node_modules/elsewhere': elsewhere }))
  installed({ 'node_modules/wanted': PACKAGE })
  expect(prepare().status).toBe(0)
})

it.each([
  ['nothing is installed', undefined],
  ['a package is missing', {}],
  ['a package has another version', { 'node_modules/wanted': { ...PACKAGE, version: '0.9.0' } }],
])('installs if %s, and reports an unreachable registry', (_, packages) => {
  if (packages !== undefined) installed(packages)
  const { status, stdout, stderr } = prepare()
  expect(status).toBe(1)
  expect(stdout).toContain('instalando las dependencias')
  expect(stderr).toContain('No se pudo llegar al registro de paquetes de npm')
})

it.each([
  ['a Node that cannot even install', { node: '18.20.4' }, 'Hace falta Node 20.19 o más nuevo'],
  [
    'an old Node on a platform without a packaged one',
    { platform: 'darwin', node: '20.19.0' },
    'hace falta Node 24',
  ],
])('asks for another Node on %s before it installs anything', (_, machine, words) => {
  const { status, stdout, stderr } = prepare(machine)
  expect(status).toBe(1)
  expect(stdout).toBe('')
  expect(stderr).toContain(words)
  expect(stderr).toContain(`acá está Node ${machine.node}`)
})

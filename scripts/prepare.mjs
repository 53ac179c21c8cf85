// Runs before every npm script and installs the dependencies if they differ from package-lock.json.
// Plain JavaScript without dependencies: it runs before anything is installed, on older versions of Node too.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const NEEDED = 24
const OLDEST = [20, 19]
const PACKAGED = `${process.platform}-${process.arch}` === 'linux-x64'
const bundledNode = join(ROOT, 'node_modules/.bin/node')

const say = (text) => console.log(`gondola: ${text}`)

function stop(...lines) {
  console.error(`\ngondola: ${lines.join('\n         ')}\n`)
  process.exit(1)
}

const readPackages = (file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')).packages

const fits = (list, value) => list === undefined || [list].flat().includes(value)

/** Whether npm must have installed an entry of the lock file on this platform. */
const belongsHere = (entry) =>
  fits(entry.os, process.platform) &&
  fits(entry.cpu, process.arch) &&
  entry.libc === undefined &&
  (!entry.optional || (entry.os !== undefined && entry.cpu !== undefined))

/** npm writes .package-lock.json as its last step, so an interrupted install does not count. */
function isInstalled() {
  let installed
  try {
    installed = readPackages('node_modules/.package-lock.json')
  } catch {
    return false
  }
  return Object.entries(readPackages('package-lock.json')).every(([path, wanted]) => {
    if (path === '') return true
    const found = installed[path]
    if (found === undefined) return !belongsHere(wanted)
    return found.version === wanted.version && found.integrity === wanted.integrity
  })
}

const CAUSES = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH|network/i,
    'No se pudo llegar al registro de paquetes de npm. Revisá la conexión (o el proxy) y volvé a probar.',
  ],
  [/ENOSPC/, 'No queda lugar en el disco.'],
  [/EACCES|EPERM|EROFS/, 'Falta permiso para escribir en esta carpeta.'],
  [
    /EINTEGRITY/,
    'Un paquete llegó dañado. Volvé a probar; si sigue, limpiá la caché: npm cache clean --force.',
  ],
  [/EUSAGE|in sync/, 'package.json y package-lock.json no coinciden. Corré npm install y guardá los dos.'],
]

function runNpm() {
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const cli = process.env.npm_execpath ?? ''
  const options = { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 26 }
  // Not the Node in node_modules: `npm ci` deletes it.
  if (basename(cli) === 'npm-cli.js') {
    return spawnSync(process.env.npm_node_execpath ?? process.execPath, [cli, ...args], options)
  }
  return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
}

function install() {
  say('instalando las dependencias (npm ci); tarda alrededor de un minuto la primera vez…')
  const began = Date.now()
  const result = runNpm()
  if (result.error) {
    stop(
      'No se encontró npm, que viene con Node.',
      'Instalá Node con npm (https://nodejs.org) y volvé a probar.',
    )
  }
  if (result.status !== 0) {
    const output = `${result.stderr}${result.stdout}`.trim()
    const cause = CAUSES.find(([pattern]) => pattern.test(output))
    stop(cause ? cause[1] : 'npm ci no pudo instalar las dependencias.', 'Salida de npm:', '', output)
  }
  say(`dependencias listas en ${Math.round((Date.now() - began) / 1000)} s`)
}

/** The packaged Node needs glibc. Elsewhere (musl), remove it, so that the machine's own is used. */
function chooseNode(major) {
  const runs = existsSync(bundledNode) && spawnSync(bundledNode, ['--version']).status === 0
  if (runs) return
  rmSync(bundledNode, { force: true })
  if (major < NEEDED) askForNode('En esta máquina no funciona el Node que viene con las dependencias')
}

function askForNode(reason) {
  stop(
    `${reason}: hace falta Node ${NEEDED} o más nuevo, y acá está Node ${process.versions.node}.`,
    'Instalalo desde https://nodejs.org y volvé a probar.',
  )
}

const [major, minor] = process.versions.node.split('.').map(Number)
// npm reports the machine's Node; this process may already run on the packaged one.
const npmsNode = (process.env.npm_config_user_agent ?? '').match(/node\/v(\d+)/)
const systemMajor = npmsNode ? Number(npmsNode[1]) : major

if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  stop(
    `Hace falta Node ${OLDEST.join('.')} o más nuevo, y acá está Node ${process.versions.node}.`,
    'Instalalo desde https://nodejs.org y volvé a probar.',
  )
}
if (!PACKAGED && systemMajor < NEEDED) {
  askForNode(`En esta plataforma (${process.platform}, ${process.arch})`)
}
if (!isInstalled()) {
  install()
  chooseNode(systemMajor)
}

// Finds a Chromium for the browser tests and the pictures, or installs one where the system lets it.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
]

const FIXED_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

const HELP =
  'The browser tests need Chromium or Chrome. Install one (Debian or Ubuntu: apt-get install chromium; ' +
  'others: https://www.google.com/chrome) or name its program in CHROME_PATH.'

/** Flags that keep Chromium headless and quiet, also as root and without a graphics card. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Path of an installed Chromium: CHROME_PATH first, then the PATH, then the usual places. */
export function findChromium(): string | undefined {
  const chosen = process.env.CHROME_PATH
  if (chosen !== undefined && chosen !== '') {
    if (isExecutable(chosen)) return chosen
    throw new Error(`CHROME_PATH names ${chosen}, which is not a program that can be run.`)
  }
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const onPath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...onPath, ...FIXED_PLACES].find(isExecutable)
}

const succeeds = (command: string, args: readonly string[]) =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0

/** The words that come before apt-get: nothing for root, sudo where it asks no password, undefined where neither is so. */
function administrator(): string[] | undefined {
  if (process.getuid?.() === 0) return []
  return succeeds('sudo', ['-n', 'true']) ? ['sudo', '-n'] : undefined
}

const isDebianLike = () =>
  existsSync('/etc/os-release') &&
  /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'))

/** Path of a Chromium, installed from the system's packages when there is none. */
export function ensureChromium(say: (line: string) => void): string {
  const found = findChromium()
  if (found !== undefined) return found
  const prefix = isDebianLike() ? administrator() : undefined
  if (prefix === undefined) throw new Error(HELP)
  say('installing Chromium from the system packages (apt-get); once, about a minute…')
  const steps = [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ]
  for (const step of steps) {
    const [command = '', ...args] = [...prefix, ...step]
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env })
    if (status !== 0) throw new Error(`${step.join(' ')} failed:\n${stdout}${stderr}\n${HELP}`)
  }
  const installed = findChromium()
  if (installed === undefined) throw new Error(HELP)
  return installed
}

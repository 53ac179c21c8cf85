// Finds or installs a Chromium for the browser tests and the pictures.
import { delimiter, join } from 'node:path'
import { installPackage, isExecutable } from './system-packages.ts'

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
]

export const CHROMIUM_PACKAGE = 'chromium'

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

/** Background pages of the browser, which would get a renderer in each window. */
const OWN_PAGES = ['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup']

/** Playwright's own list, repeated because the browser obeys only the last `--disable-features`. */
const PLAYWRIGHTS_OWN = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
]

/** Flags for running headless and quietly, also as root and without a graphics card. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...PLAYWRIGHTS_OWN, ...OWN_PAGES].join(',')}`,
]

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

/** Path of a Chromium, installed from the system's packages if necessary. */
export function ensureChromium(say: (line: string) => void): string {
  const found = findChromium()
  if (found !== undefined) return found
  installPackage(CHROMIUM_PACKAGE, HELP, say)
  const installed = findChromium()
  if (installed === undefined) throw new Error(HELP)
  return installed
}

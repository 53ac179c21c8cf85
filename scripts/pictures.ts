// `npm run pictures`: every screen of a demo server as a picture in docs/pictures, light and dark, on a desk and on a phone.
// `npm run pictures -- scorecard,dark-phone`: only those whose name holds one of the words.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { CLOCK_AHEAD_MS, shiftClock } from '../test/clock.ts'
import { SUPER_ADMIN, startServer } from '../test/e2e/server.ts'
import { ensureWebBuild } from './build.ts'
import { CHROMIUM_FLAGS, ensureChromium } from './chromium.ts'
import { ROOT } from './root.ts'

interface Screen {
  readonly path: string
  /** The screen with links to this one, if its path has parameters. */
  readonly under?: string
}

const TARGET = join(ROOT, 'docs/pictures')
const SIZES = [
  { name: '', width: 1366, height: 900 },
  { name: '-phone', width: 390, height: 844 },
]
const ONLY = (process.argv[2] ?? '').split(',')
const wanted = (name: string) => ONLY.some((word) => name.includes(word))
const BEFORE_SIGN_IN = [
  '/auth/sign-in',
  '/auth/sign-up',
  '/auth/reset-password',
  '/auth/reset-password?token=de-un-correo',
  '/auth/404',
  '/auth/500',
]
interface Besides {
  readonly name: string
  readonly path: string
  readonly act?: (page: Page) => Promise<void>
  /** Limits the picture to this part. */
  readonly part?: (page: Page) => Locator
}

const ASKED = '/analysis/explore?measures=net_sale,orders&by=distributor&compare=previous'

async function openLinkDialog(page: Page) {
  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByRole('menuitem', { name: 'Enlace de datos' }).click()
}

/** Screens in other states, and pages that are no screens. */
const BESIDES: readonly Besides[] = [
  { name: 'help', path: '/help' },
  { name: 'terms', path: '/terms' },
  { name: 'service-open', path: '/distributors/service?vista=abiertas' },
  { name: 'empty-month', path: '/distributors/distributors-overview?month=2020-06' },
  { name: 'unknown-distributor', path: '/distributors/distributors-details/nadie' },
  { name: 'palette', path: '/', act: (page) => page.keyboard.press('Control+k') },
  { name: 'why', path: '/?why=measure%3Dnet_sale', act: async () => {} },
  { name: 'data-link', path: ASKED, act: openLinkDialog },
  {
    name: 'data-link-shown',
    path: ASKED,
    act: async (page) => {
      await openLinkDialog(page)
      await page.getByRole('button', { name: 'Crear enlace' }).click()
      await page.getByText('Copiá la dirección').waitFor()
    },
    part: (page) => page.getByRole('dialog', { name: 'Copiá la dirección' }),
  },
  {
    name: 'data-links',
    path: '/account',
    act: (page) => page.getByText('Distribuidor · ').first().waitFor(),
    part: (page) => page.getByRole('region', { name: 'Enlaces de datos' }),
  },
  { name: 'shortcuts', path: '/', act: (page) => page.keyboard.press('Shift+?') },
  { name: 'month-grid', path: '/', act: (page) => page.keyboard.press('m') },
]

const nameOf = (path: string) =>
  path === '/' ? 'scorecard' : path.replace(/^\//, '').replaceAll('$', '').replaceAll(/[/?=]/g, '-')

/** The whole page in one window, so that the menu reaches down as far as the content does. */
async function take(
  page: Page,
  address: string,
  name: string,
  { act, part }: Pick<Besides, 'act' | 'part'> = {},
) {
  if (!wanted(name)) return
  const window = page.viewportSize() ?? { width: 0, height: 0 }
  await page.goto(address)
  await page.waitForFunction(
    () => document.querySelector('h1, h2') && !document.querySelector('[aria-busy="true"]'),
  )
  await page.evaluate(() => document.fonts.ready.then(() => true))
  // It is loaded after the screen.
  if (await page.locator('main#contenido').count())
    await page.getByRole('button', { name: /^Avisos/ }).waitFor()
  if (act) {
    await act(page)
    await (part?.(page) ?? page.getByRole('dialog').or(page.getByText('Qué lo movió')).first()).waitFor()
  }
  // In a window the footer begins below the visible part; a picture shows it at its end.
  await page.evaluate(() => document.getElementById('contenido')?.style.setProperty('min-height', '0'))
  // Scrolls through the page, so that parts that are laid out on demand are in the picture.
  await page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLElement>('main *'))
      part.style.contentVisibility = 'visible'
  })
  const needed = act ? 0 : await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ ...window, height: Math.max(window.height, needed) })
  await (part?.(page) ?? page).screenshot({ path: join(TARGET, `${name}.png`) })
  await page.setViewportSize(window)
}

/** The first link on the page that fits the pattern of a path. */
async function firstLink(page: Page, address: string, pattern: string): Promise<string> {
  await page.goto(address)
  const fits = `^${pattern.replaceAll(/\$\w+/g, '[^/?]+')}/?(\\?|$)`
  const link = await page.waitForFunction((source) => {
    const links = [...document.querySelectorAll('a[href]')].map((anchor) => anchor.getAttribute('href') ?? '')
    return links.find((href) => new RegExp(source).test(href))
  }, fits)
  return (await link.jsonValue()) ?? ''
}

async function signIn(page: Page, address: string) {
  await page.goto(`${address}/auth/sign-in`)
  await page.locator('input[type=email], input[name=email]').fill(SUPER_ADMIN.email)
  await page.locator('input[type=password]').fill(SUPER_ADMIN.password)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'))
}

async function takeAll(context: BrowserContext, address: string, screens: readonly Screen[], suffix: string) {
  const page = await context.newPage()
  for (const path of BEFORE_SIGN_IN) await take(page, address + path, nameOf(path) + suffix)
  await signIn(page, address)
  for (const { name, path, ...how } of BESIDES) await take(page, address + path, name + suffix, how)
  for (const screen of screens) {
    if (!wanted(nameOf(screen.path) + suffix)) continue
    const fromLink = screen.under !== undefined && screen.path.includes('$')
    const path = fromLink ? await firstLink(page, address + screen.under, screen.path) : screen.path
    await take(page, address + path, nameOf(screen.path) + suffix)
  }
  await page.close()
}

/** Adds what only a shop in use has: runs of the crons, and an account that waits for a role. */
async function liveIn(address: string) {
  const send = async (path: string, body: object | null, token = '') => {
    const response = await fetch(address + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const asking = { firstName: 'Nadia', lastName: 'Ferreyra', email: 'nadia@demo.example' }
  await send('/api/register', { ...asking, password: 'una clave de ejemplo' })
  const session: { data: { access_token: string } } = await send('/api/login', SUPER_ADMIN)
  for (const key of ['summaries', 'reconciliation', 'backup']) {
    await send(`/api/config/crones/run/${key}`, null, session.data.access_token)
  }
}

const folder = mkdtempSync(join(tmpdir(), 'gondola-pictures-'))
await ensureWebBuild(console.log)
// Outside of a browser there is nothing to listen to.
Object.assign(globalThis, { addEventListener: () => {} })
const { screens }: { screens: readonly Screen[] } = await import(join(ROOT, 'web/app/screens.ts'))
console.log('making the demo shop…')
const server = await startServer('pictures', folder)
const browser = await chromium.launch({ executablePath: ensureChromium(console.log), args: CHROMIUM_FLAGS })
mkdirSync(TARGET, { recursive: true })
try {
  await liveIn(server.address)
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const { name, width, height } of SIZES) {
      console.log(`${colorScheme}, ${width} wide…`)
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme,
        locale: 'es-AR',
        timezoneId: 'America/Argentina/Buenos_Aires',
        reducedMotion: 'reduce',
      })
      await context.addInitScript(shiftClock, CLOCK_AHEAD_MS)
      // A busy machine takes as long as it needs.
      context.setDefaultTimeout(0)
      await takeAll(context, server.address, screens, `-${colorScheme}${name}`)
      await context.close()
    }
  }
  console.log('the pictures are in docs/pictures')
} finally {
  await browser.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

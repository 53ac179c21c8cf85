// A pool of browser contexts. Opening one, with its own renderer and caches, costs as much as a whole test, so tests reuse
// them: between two tests everything is reset except the caches.
import type { Browser, Page } from 'playwright-core'
import { CLOCK_AHEAD_MS, shiftClock } from '../clock.ts'

/** Two browsers on a busy machine may take this long to show something. */
const TIMEOUT_MS = 60_000

/** Events that tests listen to on a page. */
const EVENTS = ['console', 'pageerror', 'request', 'requestfailed', 'response', 'download', 'dialog']

export interface Session {
  readonly token: string
  readonly cookies: readonly string[]
}

export interface ContextOptions {
  readonly viewport: { readonly width: number; readonly height: number }
  readonly theme: 'light' | 'dark'
  readonly session: Session | undefined
  /** A new context, with empty caches. */
  readonly fresh: boolean
  /** Whether screens load code and neighbouring months ahead; otherwise the browser asks to save data. */
  readonly loadsAhead: boolean
}

export interface ContextPool {
  /** An empty page of this site, to be navigated with `openAsFirst`. */
  acquire(options: ContextOptions): Promise<Page>
  /** Returns pages to the pool; those that are not reusable are closed. */
  release(pages: readonly Page[], reusable: boolean): Promise<void>
}

export function createContextPool(browser: Browser, address: string): ContextPool {
  /** A page of this site, so that its storage is accessible, without any code. */
  const home = new URL('/api/health', address).href
  const free: Page[] = []
  const freeAhead: Page[] = []
  const loadingAhead = new WeakSet<Page>()

  async function create(loadsAhead: boolean): Promise<Page> {
    const context = await browser.newContext({
      locale: 'es-AR',
      timezoneId: 'America/Argentina/Buenos_Aires',
      reducedMotion: 'reduce',
      acceptDownloads: true,
    })
    context.setDefaultTimeout(TIMEOUT_MS)
    await context.addInitScript(shiftClock, CLOCK_AHEAD_MS)
    if (!loadsAhead) await context.addInitScript(saveData)
    const page = ignoringHiddenMonths(await context.newPage())
    if (loadsAhead) loadingAhead.add(page)
    await page.goto(home)
    return page
  }

  return {
    async acquire({ viewport, theme, session, fresh, loadsAhead }) {
      const reused = fresh ? undefined : (loadsAhead ? freeAhead : free).pop()
      const page = reused ?? (await create(loadsAhead))
      const size = page.viewportSize()
      if (size?.width !== viewport.width || size.height !== viewport.height)
        await page.setViewportSize(viewport)
      await page.emulateMedia({ media: null, colorScheme: theme, forcedColors: null })
      if (session) {
        const { token, cookies } = session
        await page.context().addCookies(cookies.map((line) => cookieOf(address, line)))
        // The state that a sign-in with "remember me" leaves.
        await page.evaluate((accessToken) => localStorage.setItem('accessToken', accessToken), token)
      }
      return page
    },
    async release(pages, reusable) {
      const releaseOne = async (page: Page) => {
        if (reusable && (await reset(page, home))) (loadingAhead.has(page) ? freeAhead : free).push(page)
        else await page.context().close()
      }
      await Promise.all(pages.map(releaseOne))
    },
  }
}

/** Runs in the page. */
function saveData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
}

/** Finds texts and labels that a person sees: prerendered months lie behind the current one, almost transparent. */
function ignoringHiddenMonths(page: Page): Page {
  const { getByText, getByLabel } = page
  const onScreen = page.locator(':not([data-layer="prerendered"] *)')
  return Object.assign(page, {
    getByText: (...args: Parameters<Page['getByText']>) =>
      getByText.apply(page, args).filter({ visible: true }).and(onScreen),
    getByLabel: (...args: Parameters<Page['getByLabel']>) =>
      getByLabel.apply(page, args).filter({ visible: true }).and(onScreen),
  })
}

/** Resets everything but the caches; false when the page cannot be used again. */
async function reset(page: Page, home: string): Promise<boolean> {
  const context = page.context()
  if (page.isClosed() || context.pages().length > 1) return false
  for (const event of EVENTS) page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  // Moves the pointer off the page, so that nothing looks hovered.
  await page.mouse.move(-1, -1)
  await page.goto(home)
  await context.clearCookies()
  return await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
    // A clock replaced by a test stays replaced, and only looks like the native one as `Date`.
    return String(performance.now).includes('[native code]')
  })
}

/** Opens an address as the first entry of the history, so that there is no page to go back to. */
export async function openAsFirst(page: Page, address: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.resetNavigationHistory')
  await devtools.detach()
  await Promise.all([
    page.waitForEvent('load'),
    // Called last, since its answer does not survive the page.
    page.evaluate((to) => void setTimeout(() => location.replace(to)), address),
  ])
}

function cookieOf(address: string, line: string) {
  const [pair = ''] = line.split(';')
  const path = /;\s*path=([^;]+)/i.exec(line)?.[1] ?? '/'
  return {
    name: pair.slice(0, pair.indexOf('=')),
    value: pair.slice(pair.indexOf('=') + 1),
    domain: new URL(address).hostname,
    path,
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: 'Strict' as const,
  }
}

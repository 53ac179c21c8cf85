// Browser windows that a file's tests use in turn: opening one, with a renderer and caches of its own, takes as much of the
// machine as a whole test. Between two tests it is put back as it was, all but its caches.
import type { Browser, Page } from 'playwright-core'

/** What a page comes to show may take this long where two browsers share a busy machine, ms. */
const PATIENCE = 60_000

/** What tests listen to on a page. */
const HEARD = ['console', 'pageerror', 'request', 'requestfailed', 'response', 'download', 'dialog']

export interface Session {
  readonly token: string
  readonly cookies: readonly string[]
}

export interface Wanted {
  readonly viewport: { readonly width: number; readonly height: number }
  readonly theme: 'light' | 'dark'
  readonly session: Session | undefined
  /** A new one, with nothing in its caches. */
  readonly fresh: boolean
}

export interface Windows {
  /** A window of this site without anything in it, to be sent somewhere with `goAsFirst`. */
  take(wanted: Wanted): Promise<Page>
  /** Takes windows back; those that are not to be used again are closed. */
  giveBack(pages: readonly Page[], usable: boolean): Promise<void>
}

export function windowsOf(browser: Browser, address: string): Windows {
  /** Of the site, so that its storage can be reached, and without any code. */
  const home = new URL('/api/health', address).href
  const free: Page[] = []

  async function made(): Promise<Page> {
    const context = await browser.newContext({
      locale: 'es-AR',
      timezoneId: 'America/Argentina/Buenos_Aires',
      reducedMotion: 'reduce',
      acceptDownloads: true,
    })
    context.setDefaultTimeout(PATIENCE)
    const page = seenOf(await context.newPage())
    await page.goto(home)
    return page
  }

  return {
    async take({ viewport, theme, session, fresh }) {
      const page = (fresh ? undefined : free.pop()) ?? (await made())
      const shown = page.viewportSize()
      if (shown?.width !== viewport.width || shown.height !== viewport.height)
        await page.setViewportSize(viewport)
      await page.emulateMedia({ media: null, colorScheme: theme })
      if (session) {
        const { token, cookies } = session
        await page.context().addCookies(cookies.map((line) => cookieOf(address, line)))
        // As a remembered sign-in leaves it.
        await page.evaluate((accessToken) => localStorage.setItem('accessToken', accessToken), token)
      }
      return page
    },
    async giveBack(pages, usable) {
      const back = async (page: Page) => {
        if (usable && (await putBack(page, home))) free.push(page)
        else await page.context().close()
      }
      await Promise.all(pages.map(back))
    },
  }
}

/** Texts and labels are looked for where a person sees them: months drawn ahead lie, all but transparent, behind the one on screen. */
function seenOf(page: Page): Page {
  const { getByText, getByLabel } = page
  const onScreen = page.locator(':not([data-sheet="ahead"] *)')
  return Object.assign(page, {
    getByText: (...sought: Parameters<Page['getByText']>) =>
      getByText.apply(page, sought).filter({ visible: true }).and(onScreen),
    getByLabel: (...sought: Parameters<Page['getByLabel']>) =>
      getByLabel.apply(page, sought).filter({ visible: true }).and(onScreen),
  })
}

/** Whether the window is as a new one, so that the next test can have it. */
async function putBack(page: Page, home: string): Promise<boolean> {
  const context = page.context()
  if (page.isClosed() || context.pages().length > 1) return false
  for (const event of HEARD) page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  // Out of the page: what the pointer rests on looks pointed at.
  await page.mouse.move(-1, -1)
  await page.goto(home)
  await context.clearCookies()
  return await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
    // A clock that a test has replaced stays replaced.
    return String(Date).includes('[native code]')
  })
}

/** The window's first step: there is none to go back to. */
export async function goAsFirst(page: Page, address: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.resetNavigationHistory')
  await devtools.detach()
  await Promise.all([
    page.waitForEvent('load'),
    // Afterwards, since the answer to this does not outlive the page.
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

// What every browser test uses: the product on a data set, pages in it, and the rules that hold on each of them.
// A test fails on any console error of its pages, and leaves a picture of them when it fails.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { CHROMIUM_FLAGS } from '../../scripts/chromium.ts'
import { ROOT } from '../rooms.ts'
import { goAsFirst, type Session, type Windows, windowsOf } from './browser-contexts.ts'
import { type DataSet, type RunningServer, SUPER_ADMIN, startServer } from './server.ts'

const PICTURES = join(ROOT, '.cache/failed')

export const DESK = { width: 1366, height: 768 }
export const PHONE = { width: 390, height: 844 }

/** The month on screen; its neighbours are drawn behind it. */
export const SHOWN = '[data-sheet="shown"]'

export interface Account {
  readonly email: string
  readonly password: string
}

export interface PageOptions {
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly theme?: 'light' | 'dark'
  /** Who is signed in when the page opens; null: nobody. Default: the super administrator. */
  readonly as?: Account | null
  /** Console errors that this page is meant to cause, such as the browser's own line on a 401. */
  readonly expectedErrors?: readonly RegExp[]
  /** Nothing of the application is in the window's caches yet. */
  readonly fresh?: boolean
}

export interface Product {
  /**
   * Opens a path in a window that shares nothing with the others, and knows nothing of tests before. With null the window
   * is of the site and shows nothing yet, for tests that lay something in the way of calls first.
   */
  open(path: string | null, options?: PageOptions): Promise<Page>
  /** A path's full address, for what goes around the page. */
  url(path: string): string
  /** An access token, for calls that the test makes itself. */
  token(account?: Account): Promise<string>
}

interface Opened {
  readonly page: Page
  readonly errors: string[]
}

/** Starts the product before the tests of the calling file and ends it after them. */
export function productOn(dataSet: DataSet): Product {
  let server: RunningServer
  let browser: Browser
  let windows: Windows
  let opened: Opened[] = []
  const sessions = new Map<string, Promise<Session>>()

  beforeAll(async () => {
    server = await startServer(dataSet, inject('e2eFolder'))
    browser = await chromium.launch({ executablePath: inject('chromium'), args: CHROMIUM_FLAGS })
    windows = windowsOf(browser, server.address)
  })

  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  afterEach(async ({ task }) => {
    const errors = opened.flatMap((one) => one.errors)
    const pages = opened.map((one) => one.page)
    const failed = task.result?.state === 'fail' || errors.length > 0
    if (failed) await takePictures(task.name, pages)
    opened = []
    await windows.giveBack(pages, !failed)
    expect(errors, 'console errors').toEqual([])
  })

  const url = (path: string) => new URL(path, server.address).href

  async function signIn(account: Account): Promise<Session> {
    const response = await fetch(url('/api/login'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...account, device: 'dashboard-web', remember: true }),
    })
    if (!response.ok)
      throw new Error(`sign-in of ${account.email}: ${response.status} ${await response.text()}`)
    const { data } = (await response.json()) as { data: { access_token: string } }
    return { token: data.access_token, cookies: response.headers.getSetCookie() }
  }

  const stands = async ({ token }: Session) =>
    (await fetch(url('/api/me'), { headers: { authorization: `Bearer ${token}` } })).ok

  /** Signs in once per account, and again when a test has ended that session. */
  async function sessionOf(account: Account): Promise<Session> {
    const kept = sessions.get(account.email)
    if (kept && (await stands(await kept))) return kept
    const made = signIn(account)
    sessions.set(account.email, made)
    return made
  }

  return {
    url,
    token: async (account = SUPER_ADMIN) => (await sessionOf(account)).token,
    open: async (path, options = {}) => {
      const {
        viewport = DESK,
        theme = 'light',
        as = SUPER_ADMIN,
        expectedErrors = [],
        fresh = false,
      } = options
      const session = as === null ? undefined : await sessionOf(as)
      const page = await windows.take({ viewport, theme, session, fresh })
      opened.push({ page, errors: listenForErrors(page, expectedErrors) })
      if (path !== null) await goAsFirst(page, url(path))
      return page
    },
  }
}

function listenForErrors(page: Page, expected: readonly RegExp[]): string[] {
  const errors: string[] = []
  const hear = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) errors.push(text)
  }
  page.on('console', (message) => {
    if (message.type() === 'error') hear(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => hear(error.stack ?? error.message))
  return errors
}

async function takePictures(test: string, pages: readonly Page[]) {
  mkdirSync(PICTURES, { recursive: true })
  const name = test.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80)
  for (const [index, page] of pages.entries()) {
    const path = join(PICTURES, `${name}-${index + 1}.png`)
    if (!page.isClosed()) await page.screenshot({ path, fullPage: true })
  }
}

/** Nothing on the page is on its way; the network is never idle, since a page listens for changes. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('[aria-busy], .mantine-Skeleton-root, .mantine-Loader-root') === null,
  )
}

// Used by all browser tests: the product on demo data, pages in it, and rules that hold on each page. A test fails on any
// console error of its pages, and then leaves a screenshot of them.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { type MailServer, startMailServer } from '../mail-server.ts'
import { ROOT } from '../rooms.ts'
import { type ContextPool, createContextPool, openAsFirst, type Session } from './browser-contexts.ts'
import { type DataSet, type RunningServer, SUPER_ADMIN, startServer } from './server.ts'

const SCREENSHOTS = join(ROOT, '.cache/failed')

export const DESK = { width: 1366, height: 768 }
export const PHONE = { width: 390, height: 844 }

/** The month on screen; its neighbours are rendered behind it. */
export const SHOWN = '[data-layer="shown"]'
/** Prerendered months, behind the one on screen. */
export const AHEAD = '[data-layer="prerendered"]'

export interface Account {
  readonly email: string
  readonly password: string
}

export interface PageOptions {
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly theme?: 'light' | 'dark'
  /** The account that is signed in when the page opens; null: none. Default: the super administrator. */
  readonly as?: Account | null
  /** Console errors that are expected on this page, such as the browser's line about a 401. */
  readonly expectedErrors?: readonly RegExp[]
  /** Opens it with empty caches. */
  readonly fresh?: boolean
  /** Loads the code of other screens and neighbouring months ahead. Default: false, since that competes with the test. */
  readonly loadsAhead?: boolean
}

export interface Product {
  /**
   * Opens a path in a page that shares no state with others or with earlier tests. With null the page is on the site but
   * empty, for tests that intercept calls first.
   */
  open(path: string | null, options?: PageOptions): Promise<Page>
  /** The full address of a path. */
  url(path: string): string
  /** An access token, for calls by the test itself. */
  token(account?: Account): Promise<string>
  /** `data` of a GET call, as the super administrator. */
  dataOf<T>(path: string): Promise<T>
  post(path: string, body: object): Promise<Response>
  /** What it sent, where it was started with `mails`. */
  mails(): MailServer
}

interface OpenPage {
  readonly page: Page
  readonly errors: string[]
}

interface ProductOptions {
  /** A separate server, for tests that change its data. */
  readonly own?: boolean
  /** The data of a separate server. */
  readonly data?: DataSet
  /** A separate server at localhost. */
  readonly named?: boolean
  /** A separate server sends to a mail server. */
  readonly mails?: boolean
}

/** The product for the tests of the calling file. */
export function startProduct({
  own = false,
  data = 'demo',
  named = false,
  mails = false,
}: ProductOptions = {}): Product {
  let server: RunningServer | undefined
  let mailServer: MailServer | undefined
  let address = inject('e2eServer')
  let browser: Browser
  let pool: ContextPool
  let openPages: OpenPage[] = []
  const sessions = new Map<string, Promise<Session>>()

  beforeAll(async () => {
    if (own) {
      if (mails) mailServer = await startMailServer()
      server = await startServer(data, inject('e2eFolder'), { named, smtpUrl: mailServer?.url })
      address = server.address
    }
    browser = await chromium.connect(inject('chromium'))
    pool = createContextPool(browser, address)
  })

  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await mailServer?.close()
  })

  afterEach(async ({ task }) => {
    const errors = openPages.flatMap((one) => one.errors)
    const pages = openPages.map((one) => one.page)
    const failed = task.result?.state === 'fail' || errors.length > 0
    if (failed) await takeScreenshots(task.name, pages)
    openPages = []
    await pool.release(pages, !failed)
    expect(errors, 'console errors').toEqual([])
  })

  const url = (path: string) => new URL(path, address).href

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

  const isValid = async ({ token }: Session) =>
    (await fetch(url('/api/me'), { headers: { authorization: `Bearer ${token}` } })).ok

  /** Signs in once per account, and again after a test has ended that session. */
  async function sessionOf(account: Account): Promise<Session> {
    const known = sessions.get(account.email)
    if (known && (await isValid(await known))) return known
    const session = signIn(account)
    sessions.set(account.email, session)
    return session
  }

  const token = async (account: Account = SUPER_ADMIN) => (await sessionOf(account)).token

  return {
    url,
    token,
    mails() {
      if (!mailServer) throw new Error('The product sends no mails: start it with `mails`')
      return mailServer
    },
    async dataOf<T>(path: string) {
      const response = await fetch(url(path), { headers: { authorization: `Bearer ${await token()}` } })
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      const { data } = (await response.json()) as { data: T }
      return data
    },
    async post(path, body) {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${await token()}` }
      return await fetch(url(path), { method: 'POST', headers, body: JSON.stringify(body) })
    },
    async open(path, options = {}) {
      const {
        viewport = DESK,
        theme = 'light',
        as = SUPER_ADMIN,
        expectedErrors = [],
        fresh = false,
        loadsAhead = false,
      } = options
      const session = as === null ? undefined : await sessionOf(as)
      const page = await pool.acquire({ viewport, theme, session, fresh, loadsAhead })
      openPages.push({ page, errors: collectErrors(page, expectedErrors) })
      if (path !== null) await openAsFirst(page, url(path))
      return page
    },
  }
}

function collectErrors(page: Page, expected: readonly RegExp[]): string[] {
  const errors: string[] = []
  const add = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) errors.push(text)
  }
  page.on('console', (message) => {
    if (message.type() === 'error') add(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => add(error.stack ?? error.message))
  return errors
}

async function takeScreenshots(test: string, pages: readonly Page[]) {
  mkdirSync(SCREENSHOTS, { recursive: true })
  const name = test.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80)
  for (const [index, page] of pages.entries()) {
    const path = join(SCREENSHOTS, `${name}-${index + 1}.png`)
    if (!page.isClosed()) await page.screenshot({ path, fullPage: true })
  }
}

/** Waits until nothing on the page is loading. The network is never idle, since a page listens for changes. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('[aria-busy], .mantine-Skeleton-root, .mantine-Loader-root') === null,
  )
}

/** The parts of the library whose style sheet is missing, unless one of ours names them. */
export const unstyledParts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
    const styles = rules.map((rule) => rule.cssText).join()
    const has = (name: string) => styles.includes(`.${name}`)
    const parts = [...document.querySelectorAll('[class*="mantine-"]')].filter(({ classList }) => {
      const names = [...classList]
      return (
        !names.some((name) => name.startsWith('mantine-') && has(name)) &&
        names.some((name) => name.startsWith('m_') && !has(name))
      )
    })
    return [...new Set(parts.map((part) => part.getAttribute('class') ?? ''))]
  })

export const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

export const searchParam = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

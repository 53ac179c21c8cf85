// What every browser test uses: the product on a data set, pages in it, and the rules that hold on each of them.
// A test fails on any console error of its pages, and leaves a picture of them when it fails.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { CHROMIUM_FLAGS } from '../../scripts/chromium.ts'
import { ROOT } from '../rooms.ts'
import { type DataSet, type RunningServer, SUPER_ADMIN, startServer } from './server.ts'

const PICTURES = join(ROOT, '.cache/failed')

/** What a page comes to show may take this long where two browsers share a busy machine, ms. */
const PATIENCE = 60_000

export const DESK = { width: 1366, height: 768 }
export const PHONE = { width: 390, height: 844 }

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
}

export interface Product {
  /** Opens a path in a browser profile of its own. */
  open(path: string, options?: PageOptions): Promise<Page>
  /** A path's full address, for what goes around the page. */
  url(path: string): string
  /** An access token, for calls that the test makes itself. */
  token(account?: Account): Promise<string>
}

interface Session {
  readonly token: string
  readonly cookies: readonly string[]
}

interface Opened {
  readonly page: Page
  readonly errors: string[]
}

/** Starts the product before the tests of the calling file and ends it after them. */
export function productOn(dataSet: DataSet): Product {
  let server: RunningServer
  let browser: Browser
  let contexts: BrowserContext[] = []
  let opened: Opened[] = []
  const sessions = new Map<string, Promise<Session>>()

  beforeAll(async () => {
    server = await startServer(dataSet, inject('e2eFolder'))
    browser = await chromium.launch({ executablePath: inject('chromium'), args: CHROMIUM_FLAGS })
  })

  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  afterEach(async ({ task }) => {
    const errors = opened.flatMap((one) => one.errors)
    if (task.result?.state === 'fail' || errors.length > 0) {
      await takePictures(
        task.name,
        opened.map((one) => one.page),
      )
    }
    await Promise.all(contexts.map((context) => context.close()))
    opened = []
    contexts = []
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
      const { viewport = DESK, theme = 'light', as = SUPER_ADMIN, expectedErrors = [] } = options
      const session = as === null ? undefined : await sessionOf(as)
      const context = await browser.newContext({
        viewport,
        colorScheme: theme,
        locale: 'es-AR',
        timezoneId: 'America/Argentina/Buenos_Aires',
        reducedMotion: 'reduce',
        acceptDownloads: true,
      })
      contexts.push(context)
      context.setDefaultTimeout(PATIENCE)
      if (session) await remember(context, server.address, session)
      const page = await context.newPage()
      opened.push({ page, errors: listenForErrors(page, expectedErrors) })
      await page.goto(url(path))
      return page
    },
  }
}

/**
 * The browser's storage as a remembered sign-in leaves it. The first page writes it before any of its own code runs: the
 * browser can take it over beforehand, and opens a page just for that each time.
 */
async function remember(context: BrowserContext, address: string, { token, cookies }: Session) {
  await context.addCookies(cookies.map((line) => cookieOf(address, line)))
  await context.addInitScript(
    ({ origin, accessToken }) => {
      // Once: whoever signs out or loses the token later is without it.
      if (location.origin !== origin || localStorage.getItem('remembered-by-test') !== null) return
      localStorage.setItem('remembered-by-test', '')
      localStorage.setItem('accessToken', accessToken)
    },
    { origin: new URL(address).origin, accessToken: token },
  )
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

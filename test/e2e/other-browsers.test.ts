// Every screen in Firefox and WebKitGTK, and on paper from Firefox. Nightly: the browsers are installed for this test alone.
import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NIGHTLY } from '../nightly.ts'
import { type AppRoute, addressOf, appRoutes, FAILED } from './app-routes.ts'
import { DESK, PHONE, startProduct } from './harness.ts'
import { FEW, NAMES, type OtherBrowser, programOf, startFirefox, startWebKit } from './other-browsers.ts'
import { freePort } from './server.ts'

const screens = (await appRoutes()).filter(({ access }) => access !== undefined && access !== 'given')
const WALK = { timeout: 1_800_000 }

interface Seen {
  readonly title: string
  readonly heading: string
  readonly text: string
  readonly width: number
  readonly errors: readonly string[]
}

const COLLECT_ERRORS = `window.seenErrors = []
  addEventListener('error', (event) => seenErrors.push(event.message))
  addEventListener('unhandledrejection', ({ reason }) => seenErrors.push(String(reason)))
  const { error } = console
  console.error = (...words) => { seenErrors.push(words.join(' ')); error(...words) }`
const IS_SETTLED = `return document.querySelector('h1') !== null
  && document.querySelector('[aria-busy], .mantine-Skeleton-root, .mantine-Loader-root') === null`
const LOOK = `return { title: document.title, heading: document.querySelector('h1').textContent,
  text: document.body.innerText, width: document.documentElement.scrollWidth, errors: seenErrors.splice(0) }`
describe.runIf(NIGHTLY)('every screen', WALK, () => {
  const product = startProduct()
  let browser: OtherBrowser

  /** The browser's first page has a session; the following ones are opened without loading it again. */
  async function signIn(started: OtherBrowser) {
    browser = started
    await browser.resize(DESK.width, DESK.height)
    await browser.goto(product.url('/api/health'))
    await browser.run(`localStorage.setItem('accessToken', ${JSON.stringify(await product.token())})`)
    await browser.goto(product.url('/help'))
    await browser.run(COLLECT_ERRORS)
  }
  async function open(route: AppRoute): Promise<void> {
    const address = await addressOf(route, product.dataOf)
    await browser.run(`history.pushState(null, '', ${JSON.stringify(address)})`)
    await expect
      .poll(() => browser.run('return document.title'), { message: route.path })
      .toBe(`${route.title} · Góndola`)
    await expect.poll(() => browser.run(IS_SETTLED), { message: route.path }).toBe(true)
  }
  async function problemsOf(route: AppRoute): Promise<string[]> {
    await open(route)
    const seen = await browser.run<Seen>(LOOK)
    return [
      ...seen.errors,
      ...(seen.heading === route.title ? [] : [`its heading is ${seen.heading}`]),
      ...(seen.text.includes(FAILED) ? ['a call failed'] : []),
      ...(seen.width > DESK.width ? [`it is ${seen.width} wide`] : []),
    ].map((problem) => `${route.path}: ${problem}`)
  }
  async function walk<T>(visit: (route: AppRoute) => Promise<readonly T[]>): Promise<T[]> {
    const found: T[] = []
    for (const route of screens) found.push(...(await visit(route)))
    return found
  }

  describe('in Firefox', () => {
    beforeAll(async () => signIn(await startFirefox()), WALK.timeout)
    afterAll(() => browser.close())

    it('shows its data under its title, without an error', async () => {
      expect(await walk(problemsOf)).toEqual([])
    })

    it('fits a phone', async () => {
      await browser.resize(PHONE.width, PHONE.height)
      const wide = await walk(async (route) => {
        await open(route)
        const { width } = await browser.run<Seen>(LOOK)
        return width > PHONE.width ? [`${route.path} is ${width} wide`] : []
      })
      await browser.resize(DESK.width, DESK.height)
      expect(wide).toEqual([])
    })

    it('prints its names and figures as text, on no empty page', async () => {
      const toText = programOf(['pdftotext'], ['poppler-utils'])
      const problems = await walk(async (route) => {
        await open(route)
        const words = [...(await browser.run<string[]>(NAMES)), ...route.title.split(' ')]
        const { stdout } = spawnSync(toText, ['-', '-'], { input: await browser.pdf(), encoding: 'utf8' })
        const pages = stdout.split('\f').slice(0, -1)
        return [
          ...pages.flatMap((page, index) => (page.trim().length > FEW ? [] : [`page ${index + 1}: ${page}`])),
          ...words.filter((word) => !stdout.includes(word)).map((word) => `“${word}” is missing`),
          ...(stdout.includes('\u{FFFD}') ? ['something is no text'] : []),
        ].map((problem) => `${route.path}, ${problem}`)
      })
      expect(problems).toEqual([])
    })
  })

  describe('in WebKitGTK', () => {
    beforeAll(async () => signIn(await startWebKit(await freePort())), WALK.timeout)
    afterAll(() => browser.close())

    it('shows its data under its title, without an error', async () => {
      expect(await walk(problemsOf)).toEqual([])
    })
  })
})

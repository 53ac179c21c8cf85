// Every route of the application in Chromium, on demo data: no violations of axe in either theme, nothing wider than a phone, no
// console error. `web/app/screens.test.tsx` tests what screens show without data, without access or when calls fail.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type AppRoute, addressOf, appRoutes, FAILED, SAYS_EMPTY } from './app-routes.ts'
import { axeProblems } from './axe.ts'
import { DESK, type PageOptions, PHONE, settled, startProduct } from './harness.ts'

/** A walk over all routes is one test, so that the application starts once. */
const WALK = 600_000

const routes = await appRoutes()
const screens = routes.filter(({ access }) => access !== undefined && access !== 'given')
/** The return from an identity provider redirects at once; sign-in.test.ts follows it. */
const publicPages = routes.filter(({ access, path }) => access === undefined && path !== '/auth/provider')

const product = startProduct()

/** Waits for the route's title and for everything it loads. */
async function shown(page: Page, { title }: AppRoute): Promise<string> {
  await page.waitForFunction(
    (tab) => document.title === tab && document.querySelector('h1'),
    `${title} · Góndola`,
  )
  await settled(page)
  return page.evaluate(() => document.body.innerText.replaceAll(/\s+/g, ' '))
}

/** Navigates without loading the application again. */
const goTo = (page: Page, address: string) => page.evaluate((to) => history.pushState(null, '', to), address)

/** Visits all routes, distributed over the pages; a visit returns the problems of its route. */
async function walk(
  pages: readonly Page[],
  these: readonly AppRoute[],
  visit: (page: Page, route: AppRoute) => Promise<readonly string[]>,
): Promise<string[]> {
  const left = [...these]
  const problems: string[] = []
  const follow = async (page: Page) => {
    for (let route = left.shift(); route; route = left.shift()) {
      try {
        problems.push(...(await visit(page, route)).map((problem) => `${route.path}: ${problem}`))
      } catch (error) {
        throw new Error(`${route.path} (${page.url()})`, { cause: error })
      }
    }
  }
  await Promise.all(pages.map(follow))
  return problems
}

/** Charts follow a new width one frame later. */
const scrollsSideways = (page: Page) =>
  page
    .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth)
    .then(
      () => false,
      () => true,
    )

/** A theme only changes colours, so each width is tested with one of them. */
const LOOKS = [
  { viewport: DESK, theme: 'light' },
  { viewport: PHONE, theme: 'dark' },
] as const

async function looksWrong(page: Page): Promise<string[]> {
  const problems: string[] = []
  for (const { viewport, theme } of LOOKS) {
    await page.setViewportSize(viewport)
    if (await scrollsSideways(page)) problems.push(`scrolls sideways at ${viewport.width}`)
    problems.push(...(await axeProblems(page, [theme])).map((problem) => `at ${viewport.width}, ${problem}`))
  }
  return problems
}

/**
 * Runs in the page. When the browser saves data, the application renders no neighbouring months, which the walk would have to wait for.
 */
function saveData() {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
}

/** Only a running application handles `goTo`. */
async function twoPages(options: PageOptions = {}) {
  const pages = await Promise.all([product.open(null, options), product.open(null, options)])
  await Promise.all(pages.map((page) => page.addInitScript(saveData)))
  await Promise.all(pages.map((page) => page.goto(product.url('/help'))))
  await Promise.all(pages.map((page) => page.getByRole('heading', { name: 'Ayuda' }).first().waitFor()))
  return pages
}

describe('every route', () => {
  it(
    'shows its data under its title, on a desk and on a phone',
    async () => {
      const problems = await walk(await twoPages(), screens, async (page, route) => {
        const address = await addressOf(route, product.dataOf)
        // Ten rows of a table tell as much about its accessibility as a hundred.
        await goTo(page, `${address}${address.includes('?') ? '&' : '?'}per_page=10`)
        const words = await shown(page, route)
        const heading = await page.locator('h1').textContent()
        // A new installation has no runs of jobs and no changes to list.
        const hasData = route.access !== 'settings'
        return [
          ...(heading === route.title ? [] : [`its heading is ${heading}`]),
          ...(words.includes(FAILED) ? ['a call failed'] : []),
          ...(hasData && SAYS_EMPTY.test(words) ? ['something is empty'] : []),
          ...(await looksWrong(page)),
        ]
      })
      expect(problems).toEqual([])
    },
    WALK,
  )

  it(
    'opens without a session if it is no screen',
    async () => {
      const nowhere = { path: '/no/such/page', title: 'Page not found', access: undefined, monthly: false }
      const pages = await twoPages({ as: null })
      const problems = await walk(pages, [...publicPages, nowhere], async (page, route) => {
        await goTo(page, route.path)
        await shown(page, route)
        return looksWrong(page)
      })
      expect(problems).toEqual([])
    },
    WALK,
  )
})

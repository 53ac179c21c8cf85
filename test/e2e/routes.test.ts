// Every route of the application in Chromium, on demo data: no violations of axe in either theme, by day in dark colours on a
// third of them, nothing wider than a phone, no console error. `web/app/screens.test.tsx` tests what screens show without data,
// without access or when calls fail.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { everyNth } from '../nightly.ts'
import { type AppRoute, addressOf, appRoutes, FAILED, SAYS_EMPTY } from './app-routes.ts'
import { axeProblems, lookProblems } from './axe.ts'
import { DESK, type PageOptions, PHONE, startProduct, unstyledParts } from './harness.ts'
import { goTo, pagesOf, shown, walk } from './walk.ts'

/** A walk over all routes is one test, so that the application starts once. */
const WALK = 600_000

const routes = await appRoutes()
const screens = routes.filter(({ access }) => access !== undefined && access !== 'given')
/** The return from an identity provider redirects at once; sign-in.test.ts follows it. */
const publicPages = routes.filter(({ access, path }) => access === undefined && path !== '/auth/provider')

const product = startProduct()

/** Charts follow a new width one frame later. */
const scrollsSideways = (page: Page) =>
  page
    .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth)
    .then(
      () => false,
      () => true,
    )

/** Where axe looks at dark colours: most of its time goes into contrast. `test/contrast.test.ts` checks the themes themselves. */
const inDark = new Set(everyNth(routes, 3))

/** On a desk in light colours, then on a phone in dark ones. */
async function looksWrong(page: Page, route: AppRoute): Promise<string[]> {
  const problems = (await unstyledParts(page)).map((part) => `${part} has no style`)
  for (const [{ width, height }, find] of [
    [DESK, () => axeProblems(page, ['light'])],
    [PHONE, async () => (inDark.has(route) ? lookProblems(page, 'dark') : [])],
  ] as const) {
    await page.setViewportSize({ width, height })
    if (await scrollsSideways(page)) problems.push(`scrolls sideways at ${width}`)
    problems.push(...(await find()).map((problem) => `at ${width}, ${problem}`))
  }
  return problems
}

/** What tears pages apart on paper, or is cut there. */
async function paperProblems(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' })
  const problems = await page.evaluate(() => {
    const around = [...document.querySelectorAll('main div:not(section *)')].filter(
      (box) => box.querySelector('section') && /grid|flex/.test(getComputedStyle(box).display),
    )
    const ages = [...document.querySelectorAll('[data-printed]')].filter(
      (age) => age.scrollWidth > age.clientWidth,
    )
    return [
      ...around.map(({ className }) => `${className} keeps panels together on paper`),
      ...ages.map(() => 'the time of its data is cut on paper'),
    ]
  })
  await page.emulateMedia({ media: null })
  return problems
}

const twoPages = (options?: PageOptions) => pagesOf(product, 2, options)

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
        // The demo ends before the last closed week.
        const hasData = route.access !== 'settings' && route.path !== '/analysis/week'
        return [
          ...(heading === route.title ? [] : [`its heading is ${heading}`]),
          ...(words.includes(FAILED) ? ['a call failed'] : []),
          ...(hasData && SAYS_EMPTY.test(words) ? ['something is empty'] : []),
          ...(await looksWrong(page, route)),
          ...(await paperProblems(page)),
        ]
      })
      expect(problems).toEqual([])
    },
    WALK,
  )

  it(
    'opens pages outside the frame without a session',
    async () => {
      const nowhere = { path: '/no/such/page', title: 'Page not found', access: undefined, monthly: false }
      const pages = await twoPages({ as: null })
      const problems = await walk(pages, [...publicPages, nowhere], async (page, route) => {
        await goTo(page, route.path)
        await shown(page, route)
        return looksWrong(page, route)
      })
      expect(problems).toEqual([])
    },
    WALK,
  )
})

// Every route of the application, on the recorded store and on demo data: with data, in a month without any, while calls
// fail, for a role that may not see it; with its title, without a console error, without anything for axe to find.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { CouponGroups, SubGroupRow } from '#contract/benefits.ts'
import type { Resume } from '#contract/distributors.ts'
import { BUILT_IN_ROLES } from '#contract/permissions.ts'
import { dataOf } from './answer.ts'
import { type AppRoute, appRoutes } from './app-routes.ts'
import { axeProblems } from './axe.ts'
import { type Account, DESK, PHONE, type Product, productOn, settled } from './harness.ts'

const MONTH = '2026-10'
const EMPTY_MONTH = '2020-06'
/** A walk over all routes is one test, so that pages are opened once and stay warm. */
const WALK = 600_000

const routes = await appRoutes()
const screens = routes.filter(({ access }) => access !== undefined)
const publicPages = routes.filter(({ access }) => access === undefined)

const NO_DATA = 'No hay datos para mostrar'
const NO_ORDERS = 'No hubo ordenes en junio 2020'
/** What a month without data says, where it is not `NO_DATA`. */
const EMPTY: Readonly<Record<string, string>> = {
  '/': '$ 0,00',
  // Every distributor stands in its list, with or without orders.
  '/distributors/distributors-details': '$ 0,00',
  '/distributors/distributors-overview': NO_ORDERS,
  '/distributors/distributors-details/$dist_id': 'No hubo ordenes de ',
  '/customers-overview': 'Aún no hay data procesada para el mes de junio 2020',
  '/customers-orders': NO_ORDERS,
}
/** What the recorded store does not have in any month. */
const NEVER_RECORDED: ReadonlySet<string> = new Set(['/reports/mix-boxes'])
const SAYS_EMPTY = /No hay datos para mostrar|No hubo ordenes|Aún no hay data/
const FAILED = 'No se pudieron cargar los datos.'

/** Something that exists, for the routes that ask for a name. */
const NAMED: Readonly<Record<string, (product: Product) => Promise<readonly string[]>>> = {
  '/distributors/distributors-details/$dist_id': async (product) => {
    const { billing } = await dataOf<Resume>(product, `/api/distributors/resume?start_date=${MONTH}`)
    return [billing.items[0]?.dist_id ?? '']
  },
  '/benefits/corporatives/employees-detail/$employee_name/$role': (product) => company(product),
  '/benefits/corporatives/customers-employees/$role/$employee_name': (product) => company(product),
  '/benefits/massives/details/$subGroup': (product) => subGroup(product, 'massive-coupons'),
  '/benefits/banking-benefits/details/$subGroup': (product) => subGroup(product, 'bank'),
}

async function company(product: Product) {
  const path = `/api/reports/coupons/group?group=employees&start_date=${MONTH}`
  const { corporates } = await dataOf<CouponGroups>(product, path)
  const found = corporates.find(({ role, total_amount }) => role !== 'Customer' && total_amount > 0)
  return [found?.original_role ?? '', found?.role ?? '']
}

async function subGroup(product: Product, group: string) {
  const path = `/api/reports/coupons/subgroup?group=${group}&start_date=${MONTH}`
  return [(await dataOf<SubGroupRow[]>(product, path))[0]?.sub_group ?? '']
}

/** The address of a route, with a name of this data where it asks for one. */
async function addressOf(product: Product, { path, monthly }: AppRoute, month = MONTH): Promise<string> {
  const names = [...((await NAMED[path]?.(product)) ?? [])]
  const filled = path.replaceAll(/\$\w+/g, () => {
    const name = names.shift()
    if (!name) throw new Error(`${path} asks for a name that this test does not know`)
    return encodeURIComponent(name)
  })
  return monthly ? `${filled}?month=${month}` : filled
}

/** The route's title stands, and nothing on the page is on its way. */
async function shown(page: Page, { title }: AppRoute): Promise<string> {
  await page.waitForFunction(
    (tab) => document.title === tab && document.querySelector('h1'),
    `${title} · Góndola`,
  )
  await settled(page)
  return page.evaluate(() => document.body.innerText.replaceAll(/\s+/g, ' '))
}

/** Without loading the application again. */
const goTo = (page: Page, address: string) => page.evaluate((to) => history.pushState(null, '', to), address)

/**
 * Everything but the session and the stream of changes fails while the tab's storage says so. It fails in the page, before any
 * of its code: a browser whose calls are intercepted keeps nothing in its cache and loads the whole application each time.
 */
const makeFailing = (page: Page) =>
  page.addInitScript(() => {
    const real = window.fetch
    window.fetch = async (asked, how) => {
      const { pathname } = new URL(asked instanceof Request ? asked.url : asked, location.href)
      const fails = sessionStorage.getItem('calls-fail') !== null && /^\/api\/(?!me$|events)/.test(pathname)
      if (!fails) return real(asked, how)
      return Response.json({ success: false, message: 'Internal Server Error' }, { status: 500 })
    }
  })
const breakCalls = (page: Page) => page.evaluate(() => sessionStorage.setItem('calls-fail', ''))
const mendCalls = (page: Page) => page.evaluate(() => sessionStorage.removeItem('calls-fail'))

/** What the page says of failed calls, in one glance: a panel that asks again by itself loads for a moment. */
const failuresOn = (page: Page) =>
  page
    .waitForFunction((words) => {
      const texts = [...document.querySelectorAll('main p')].filter(
        ({ textContent }) => textContent === words,
      )
      const waits =
        document.querySelector('[aria-busy], .mantine-Skeleton-root, .mantine-Loader-root') !== null
      if (waits || texts.length === 0) return null
      const buttons = [...document.querySelectorAll('main button')].filter(
        ({ textContent }) => textContent === 'Reintentar',
      )
      const alerts = document.querySelectorAll('[role=alert]')
      return { told: texts.length, buttons: buttons.length, alerts: alerts.length }
    }, FAILED)
    .then((seen) => seen.jsonValue())

/** Walks the routes on two pages at once; what a visit returns is wrong with its route. */
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

/** Charts follow a new width one step later. */
const scrollsSideways = (page: Page) =>
  page
    .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth)
    .then(
      () => false,
      () => true,
    )

/** Both themes at both widths. A theme changes colours alone, so the second one is looked at for those. */
async function looksWrong(page: Page): Promise<string[]> {
  const problems: string[] = []
  for (const viewport of [PHONE, DESK]) {
    await page.setViewportSize(viewport)
    if (await scrollsSideways(page)) problems.push(`scrolls sideways at ${viewport.width}`)
    problems.push(...(await axeProblems(page)).map((problem) => `at ${viewport.width}, ${problem}`))
  }
  return problems
}

describe.each(['recorded', 'demo'] as const)('every route on the %s data', (dataSet) => {
  const product = productOn(dataSet)
  /** A new installation has no cron's run and no change to tell of. */
  const hasSome = ({ path, access }: AppRoute) =>
    access !== 'settings' && !(dataSet === 'recorded' && NEVER_RECORDED.has(path))
  const startedHelp = (page: Page) => page.getByRole('heading', { name: 'Ayuda' }).first().waitFor()
  /** Only a started application follows `goTo`. */
  const twoPages = async (options: Parameters<Product['open']>[1] = {}) => {
    const pages = await Promise.all([product.open('/help', options), product.open('/help', options)])
    await Promise.all(pages.map(startedHelp))
    return pages
  }

  it(
    'shows its data under its title',
    async () => {
      const problems = await walk(await twoPages(), screens, async (page, route) => {
        await goTo(page, await addressOf(product, route))
        const words = await shown(page, route)
        const heading = await page.locator('h1').textContent()
        return [
          ...(heading === route.title ? [] : [`its heading is ${heading}`]),
          ...(words.includes(FAILED) ? ['a call failed'] : []),
          ...(hasSome(route) && SAYS_EMPTY.test(words) ? ['something is empty'] : []),
          ...(dataSet === 'demo' ? await looksWrong(page) : []),
        ]
      })
      expect(problems).toEqual([])
    },
    WALK,
  )

  it(
    'says that a month without data has none',
    async () => {
      const monthly = screens.filter((route) => route.monthly)
      const problems = await walk(await twoPages(), monthly, async (page, route) => {
        await goTo(page, await addressOf(product, route, EMPTY_MONTH))
        const words = await shown(page, route)
        const says = EMPTY[route.path] ?? NO_DATA
        return [
          ...(words.includes(says) ? [] : [`does not say ${says}`]),
          ...(words.includes(FAILED) ? ['a call failed'] : []),
        ]
      })
      expect(problems).toEqual([])
    },
    WALK,
  )

  it(
    'tells in its place that a call failed, and asks again on demand',
    async () => {
      const pages = await twoPages()
      await Promise.all(pages.map(makeFailing))
      if (dataSet === 'recorded') {
        await Promise.all(pages.map((page) => page.reload()))
        await Promise.all(pages.map(startedHelp))
        await Promise.all(pages.map(breakCalls))
      }
      const problems = await walk(pages, screens, async (page, route) => {
        const address = await addressOf(product, route)
        // What was loaded for one screen is not asked for again by the next, unless the application starts anew.
        if (dataSet === 'demo') {
          await breakCalls(page)
          await page.goto(product.url(address))
        } else await goTo(page, address)
        await shown(page, route)
        const { told, buttons, alerts } = (await failuresOn(page)) ?? { told: 0, buttons: 0, alerts: 0 }
        const retry = page.getByRole('button', { name: 'Reintentar' })
        if (dataSet === 'demo') {
          await mendCalls(page)
          // What one panel asks again may bring another back before its own button is pressed.
          for (let left = buttons; left > 0; left = await retry.count()) {
            await retry.evaluateAll(([first]) => (first as HTMLElement | undefined)?.click())
            await expect.poll(() => retry.count()).toBeLessThan(left)
          }
          await shown(page, route)
        }
        return [
          ...(told === buttons ? [] : [`${told} failures, ${buttons} buttons`]),
          ...(alerts === 0 ? [] : ['an alert pops up']),
        ]
      })
      expect(problems).toEqual([])
    },
    WALK,
  )

  it(
    'is closed to whoever may not see it',
    async () => {
      const nobody = await somebodyWith(product, [])
      const problems = await walk(await twoPages({ as: nobody }), screens, async (page, route) => {
        const address = await addressOf(product, route)
        if (route.access === 'settings') {
          const terms = page.getByRole('heading', { name: 'Términos', exact: true, level: 1 })
          await goTo(page, '/terms')
          await terms.waitFor()
          await goTo(page, address)
          // One step back in history, and drawn.
          await page.waitForURL('**/terms')
          await terms.waitFor()
          return []
        }
        await goTo(page, address)
        await page.getByText('Sin acceso', { exact: true }).waitFor()
        const menu = page.getByRole('navigation', { name: 'Menú principal' })
        return (await menu.getByRole('link').count()) === 0 ? [] : ['the menu shows it']
      })
      expect(problems).toEqual([])
    },
    WALK,
  )

  it('has no settings in the menu of an admin, and everything else', async () => {
    const page = await product.open('/', { as: await somebodyWith(product, BUILT_IN_ROLES.admin ?? []) })
    const menu = page.getByRole('navigation', { name: 'Menú principal' })
    await menu.getByRole('link', { name: 'Mailing' }).waitFor()
    const sections = ['Scorecard', 'Productos', 'Distribuidores', 'Clientes', 'Beneficios', 'Reportes']
    for (const name of sections) expect(await menu.getByText(name, { exact: true }).count()).toBe(1)
    expect(await menu.getByText('Configuración').count()).toBe(0)
  })

  // They show no data.
  if (dataSet === 'demo') {
    it(
      'is open to strangers where it is no screen',
      async () => {
        const pages = await twoPages({ as: null })
        const nowhere = { path: '/no/such/page', title: 'Page not found', access: undefined, monthly: false }
        const problems = await walk(pages, [...publicPages, nowhere], async (page, route) => {
          await page.goto(product.url(route.path))
          await shown(page, route)
          return looksWrong(page)
        })
        expect(problems).toEqual([])
      },
      WALK,
    )
  }
})

/** An account of a role with these permissions, made through the API. */
async function somebodyWith(product: Product, permissions: readonly string[]): Promise<Account> {
  const word = `rol-${permissions.length}`
  const account = { email: `${word}@gondola.test`, password: 'una clave larga de nadie' }
  const headers = {
    authorization: `Bearer ${await product.token()}`,
    'content-type': 'application/json',
  }
  const make = async (path: string, body: object) => {
    const answer = await fetch(product.url(path), { method: 'POST', headers, body: JSON.stringify(body) })
    expect(answer.status, await answer.text()).toBe(200)
  }
  await make('/api/roles-permissions', { name: word, permissions })
  await make('/api/users', { ...account, name: 'Nadia Nadie', role: word })
  return account
}

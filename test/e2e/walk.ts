// Walks over the screens of the application in Chromium.
import type { Page } from 'playwright-core'
import type { AppRoute } from './app-routes.ts'
import { type PageOptions, type Product, settled } from './harness.ts'

/** Waits for the route's title and for everything it loads. */
export async function shown(page: Page, { title }: AppRoute): Promise<string> {
  await page.waitForFunction(
    (tab) => document.title === tab && document.querySelector('h1'),
    `${title} · Góndola`,
  )
  await settled(page)
  return page.evaluate(() => document.body.innerText.replaceAll(/\s+/g, ' '))
}

/** Navigates without loading the application again. */
export const goTo = (page: Page, address: string) =>
  page.evaluate((to) => history.pushState(null, '', to), address)

/** Visits all routes, distributed over the pages; a visit returns the problems of its route. */
export async function walk(
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

/** Only a running application handles `goTo`. */
export async function pagesOf(product: Product, count: number, options: PageOptions = {}): Promise<Page[]> {
  const pages = await Promise.all(Array.from({ length: count }, () => product.open(null, options)))
  await Promise.all(pages.map((page) => page.goto(product.url('/help'))))
  await Promise.all(pages.map((page) => page.getByRole('heading', { name: 'Ayuda' }).first().waitFor()))
  return pages
}

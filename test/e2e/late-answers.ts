// What moves while answers come late.
import type { Page } from 'playwright-core'
import { PHONE, type Product, settled } from './harness.ts'

const LATE_MS = 500

const shiftsOn = (page: Page) => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)

interface Answer {
  readonly data: unknown
  readonly meta: object
}

interface Late {
  readonly viewport?: { readonly width: number; readonly height: number }
  /** What a shop may answer that the demo does not, by path; these answers come last. */
  readonly changes?: Readonly<Record<string, (answer: Answer) => Answer>>
}

/** Layout shifts of a screen from its beginning until `last` is there, by default on a phone. */
export async function shiftsOf(
  product: Product,
  address: string,
  last: string,
  { viewport = PHONE, changes = {} }: Late = {},
): Promise<number[]> {
  const page = await product.open(null, { viewport, fresh: true })
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) shifts.push((shift as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // A slow network.
  await page.route('**/api/**', async (call) => {
    const change = new Map(Object.entries(changes)).get(new URL(call.request().url()).pathname)
    await new Promise((resolve) => setTimeout(resolve, change ? 2 * LATE_MS : LATE_MS))
    if (!change) return call.continue()
    await call.fulfill({ json: change(await (await call.fetch()).json()) })
  })
  await page.goto(product.url(address))
  await page.locator(last).first().waitFor()
  await settled(page)
  return shiftsOn(page)
}

// What moves on a phone whose answers come late.
import type { Page } from 'playwright-core'
import { PHONE, type Product, settled } from './harness.ts'

const LATE_MS = 500

const shiftsOn = (page: Page) => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)

/** Layout shifts of a screen from its beginning until `last` is there. */
export async function shiftsOf(product: Product, address: string, last: string): Promise<number[]> {
  const page = await product.open(null, { viewport: PHONE, fresh: true })
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) shifts.push((shift as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // A slow network.
  await page.route('**/api/**', async (call) => {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS))
    await call.continue()
  })
  await page.goto(product.url(address))
  await page.locator(last).first().waitFor()
  await settled(page)
  return shiftsOn(page)
}

// Open views follow the data: what lands is shown without a click, a skeleton or a jump.
import { describe, expect, it } from 'vitest'
import { monthAt, monthRange } from '#contract/month.ts'
import { productOn, SHOWN } from './harness.ts'

const product = productOn('recorded')

const MONTH = '2026-09'

describe('live', () => {
  it('asks again for the open month, quietly, when its data moved', async () => {
    const listening = (url: string) => url.endsWith('/api/events')
    const page = await product.open(null)
    const opened = page.waitForResponse((response) => listening(response.url()) && response.ok())
    await page.goto(product.url(`/?month=${MONTH}`))
    await opened
    const card = page.getByRole('article').first()
    await card.getByRole('note').waitFor()
    await card.evaluate((element) => element.setAttribute('data-same', ''))
    const again = page.waitForResponse((response) => response.url().includes('/api/summary/main-page?'))
    const authorization = `Bearer ${await product.token()}`
    const back = monthRange(MONTH, monthAt(new Date(), 'America/Argentina/Buenos_Aires')).length - 1
    const path = `/api/config/crones/run/summaries?subMonths=${back}`
    const run = await fetch(product.url(path), { headers: { authorization } })
    expect(run.status, await run.text()).toBeLessThan(300)
    await again
    expect(await page.locator('[data-same]').count()).toBe(1)
    expect(await page.locator(`${SHOWN} [aria-busy]`).count()).toBe(0)
  })

  it('says quietly that the server does not answer, until it does', async () => {
    const page = await product.open(null, { expectedErrors: [/ERR_CONNECTION_REFUSED/] })
    await page.route('**/api/events', (route) => route.abort('connectionrefused'))
    await page.goto(product.url(`/?month=${MONTH}`))
    const notice = page.getByRole('status').getByText('El servidor no contesta.')
    await notice.waitFor()
    await page.unroute('**/api/events')
    await notice.waitFor({ state: 'hidden' })
  })

  it('fills what failed for want of a server once there is one again', async () => {
    const page = await product.open(null, { expectedErrors: [/ERR_CONNECTION_REFUSED/] })
    const away = /\/api\/(events|summary\/main-page\/charts)/
    await page.route(away, (route) => route.abort('connectionrefused'))
    await page.goto(product.url(`/?month=${MONTH}`))
    const retry = page.locator(SHOWN).getByRole('button', { name: 'Reintentar' })
    await retry.first().waitFor()
    await page.getByRole('status').getByText('El servidor no contesta.').waitFor()
    await page.unroute(away)
    await page.locator(`${SHOWN} svg[data-chart]`).first().waitFor()
    await expect.poll(() => retry.count()).toBe(0)
  })

  it('no longer says so when a screen had its answer', async () => {
    const page = await product.open(null, { expectedErrors: [/ERR_CONNECTION_REFUSED/] })
    await page.clock.install()
    await page.route('**/api/events', (route) => route.abort('connectionrefused'))
    await page.goto(product.url(`/?month=${MONTH}`))
    const notice = page.getByRole('status').getByText('El servidor no contesta.')
    await notice.waitFor()
    // From here on no time passes after which it would be tried again.
    await page.clock.pauseAt(new Date(Date.now() + 3600_000))
    await notice.waitFor()
    await page.unroute('**/api/events')
    await page.getByRole('link', { name: 'Resumen Distribuidores' }).click()
    await notice.waitFor({ state: 'hidden' })
  })
})

// The steps from WooCommerce's net sales to ours, on the recorded store.
import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { AnalyticsReconciliation } from '#contract/analytics.ts'
import { goTo, openApp } from '#test/web/app.tsx'
import { dataOf } from '#test/web/network.ts'
import { plain, region } from '#test/web/tables.ts'
import { money } from '#web/text/format.ts'

const PATH = '/reconciliation/woocommerce'
/** Pesos of a displayed amount: '-$ 1.234,50' → -1234.5. */
const pesos = (text: string) => Number(text.replace(/[^\d,-]/g, '').replace(',', '.'))

describe('¿Por qué no coincide con WooCommerce?', () => {
  it('opens from the help and shows amounts that add up', async () => {
    const user = await openApp('/help?month=2026-10')
    await user.click(await within(document.body).findByRole('link', { name: /no coincide con WooCommerce/ }))
    await goTo(`${PATH}?month=2026-10`)
    const data = await dataOf<AnalyticsReconciliation>(`/api${PATH}?start_date=2026-10`)
    const panel = await region('De WooCommerce a Góndola')
    await within(panel).findByText('Venta Neta en Góndola')
    const amounts = [...panel.querySelectorAll('dd')].map((cell) => plain(cell.firstChild?.textContent))
    expect(amounts).toHaveLength(data.differences.length + 2)
    expect([amounts[0], amounts.at(-1)]).toEqual(
      [data.woocommerce, data.net_sale].map((amount) => plain(money(amount))),
    )
    const cents = amounts.slice(0, -1).reduce((sum, amount) => sum + Math.round(pesos(amount) * 100), 0)
    expect(cents).toBe(Math.round(data.net_sale * 100))
    expect(plain((await region('Lo que no cambia la cuenta')).textContent)).toContain(
      plain(money(data.guests.amount)),
    )
  })

  it('says that a month without orders has none', async () => {
    await openApp(`${PATH}?month=2020-06`)
    const panel = await region('De WooCommerce a Góndola')
    await within(panel).findByText('No hubo ordenes en junio 2020')
  })
})

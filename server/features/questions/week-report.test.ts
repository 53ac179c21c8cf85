// The mail of Cómo fue la semana in a shop where two distributors have one name.
import { expect, test } from 'vitest'
import { WEEK_PATH } from '#contract/address.ts'
import type { OrderFacts } from '#server/domain/facts.ts'
import { accountByEmail } from '#server/features/account/accounts.ts'
import { ownerReader } from '#server/features/account/principals.ts'
import { ACCOUNTS, testApp } from '#test/app.ts'
import { testEngine } from '#test/engines.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'
import { smallShop } from '../../../fixtures/small-shop.ts'
import { chartOf, LIGHT } from '../deliveries/chart.ts'
import { questionAsker } from './question-file.ts'

/** One completed order of one line. */
function orderOf(order_id: number, day: string, dist_id: string, net: string): OrderFacts {
  const sample = smallShop.orders.find(({ order }) => order.order_id === 10)
  if (!sample) throw new Error('no such order')
  const of = { order_id, month: day.slice(0, 7), dist_id }
  const at = `${day} 12:00:00`
  const order = { ...sample.order, ...of, created_at: at, order_date: day, modified_at: at, gross: net, net }
  const lines = sample.lines.map((line) => ({ ...line, ...of, line_id: order_id * 10, gross: net, net }))
  return { ...sample, order, lines, distributor: { dist_id, name: 'Distribuidora Centro' } }
}

async function shopOfTwo() {
  const orders = [
    orderOf(1, '2026-06-24', '501', '200.00'),
    orderOf(2, '2025-06-25', '501', '100.00'),
    orderOf(3, '2026-06-24', '502', '50.00'),
    orderOf(4, '2025-06-25', '502', '100.00'),
    orderOf(5, '2026-06-30', '502', '1.00'),
  ]
  const store = await openSmallShop(testEngine('postgres'), { ...smallShop, orders })
  const app = await testApp(store, { now: () => new Date('2026-07-01T15:00:00Z') })
  const { user_id = 0 } = (await accountByEmail(store, ACCOUNTS.superAdmin)) ?? {}
  const reader = await ownerReader(store)(user_id)
  if (!reader) throw new Error('no such account')
  return { app, reader, versions: await app.versions() }
}

test('each is told apart and compared with itself, as on screen', async () => {
  const { app, reader, versions } = await shopOfTwo()
  const asked = { path: WEEK_PATH, query: new URLSearchParams(), reader, at: app.now(), versions }
  const report = await app.screenReports.get(WEEK_PATH)?.(asked)
  const shown = report?.tables[1]?.rows.map(({ name, net_sale, year }) => [name, net_sale, year])
  expect(shown).toEqual([
    ['Distribuidora Centro (501)', 200, 100],
    ['Distribuidora Centro (502)', 50, -50],
  ])
  await app.close()
})

test('each has a line of its own in the chart of a delivery', async () => {
  const { app, reader, versions } = await shopOfTwo()
  const asked = await questionAsker(app)(
    'measures=net_sale&by=distributor&grain=month&from=2025-06-01&to=2026-06-30',
    reader,
    versions,
  )
  const figures = { ...asked, ...(await asked.read()), gone: [] }
  expect(chartOf(figures, LIGHT)?.match(/<polyline/g)).toHaveLength(2)
  await app.close()
})

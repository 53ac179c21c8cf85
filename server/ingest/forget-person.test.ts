// A person's data disappears from every table, the figures stay to the cent, and later reads restore nothing.
import { expect, test } from 'vitest'
import { audit } from '#server/http/audit.ts'
import { ANONYMOUS } from '#server/http/principal.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { describeEngines } from '#test/engines.ts'
import { openSmallShop } from '../../fixtures/open-small-shop.ts'
import { smallShop } from '../../fixtures/small-shop.ts'
import { rebuildDirtyMonths } from '../rollups/rebuild.ts'
import { countPersonRows, forgetPerson } from './forget-person.ts'
import { writeOrders } from './write.ts'
import { writeCoupons } from './write-catalog.ts'
import { writeCustomers } from './write-customers.ts'
import { writeRejects } from './write-rejects.ts'

const NOW = new Date('2026-06-10T12:00:00Z')
/** Keys of guests change with their e-mails. */
const shared = sql`(select month, dist_id, count(*) as buyers from rollup_shared_buyers group by month, dist_id) shared`

const ROLLUPS = [
  'orders',
  'months',
  'provinces',
  'products',
  'segments',
  'businesses',
  'discounts',
  'buyers',
  'companies',
  'customers',
]

describeEngines("a person's data is deleted", (engine) => {
  const account = smallShop.customers.find(({ customer_id }) =>
    smallShop.orders.some(({ order }) => order.customer_id === customer_id),
  )
  const guest = smallShop.orders.find(({ order }) => order.customer_id === 0 && order.email !== '')?.order

  /** All figures that are shown, from rows computed again. */
  async function figures(store: Store) {
    const months = await store.all<{ month: string }>(sql`select distinct month from orders`)
    await store.transaction(async (tx) => {
      for (const { month } of months)
        await tx.run(sql`update data_versions set dirty = true where name = ${month}`)
    })
    await rebuildDirtyMonths(store)
    const tables = [...ROLLUPS.map((name) => sql.identifier(`rollup_${name}`)), shared]
    const rows = await Promise.all(tables.map((table) => store.all(sql`select * from ${table}`)))
    return rows.map((table) => table.map((row) => JSON.stringify(row)).sort())
  }
  async function everything(store: Store): Promise<string> {
    const tables = [
      'orders',
      'order_lines',
      'order_discounts',
      'order_refunds',
      'coupons',
      'rollup_products',
      'rollup_discounts',
      'customers',
      'rejects',
      'audit',
      'job_runs',
      'settings',
      'forgotten_people',
    ]
    const rows = await Promise.all(
      tables.map((name) => store.all(sql`select * from ${sql.identifier(name)}`)),
    )
    return JSON.stringify(rows).toLowerCase()
  }
  const readAgain = (store: Store) =>
    store.transaction(async (tx) => {
      await writeCustomers(tx, smallShop.customers)
      await writeOrders(tx, smallShop.orders)
      // Includes data that the shop reports in a later version.
      await writeOrders(
        tx,
        smallShop.orders.map((one) => ({
          ...one,
          order: { ...one.order, modified_at: '2026-09-01 00:00:00' },
        })),
        { authoritative: true },
      )
    })

  test('deletes an account by e-mail, with its orders and traces', async () => {
    const store = await openSmallShop(engine)
    if (!account) throw new Error('The small shop has an account that bought')
    const { email, first_name, last_name, customer_id } = account
    await store.transaction(async (tx) => {
      await writeRejects(tx, 'customers', [{ id: String(customer_id), reason: `odd: ${email}` }])
      const change = { action: 'user.update' as const, subject: email, after: { email } }
      await audit(tx, { ...ANONYMOUS, email: 'otra@example.com' }, change, NOW)
    })
    const before = await figures(store)
    const own = smallShop.orders.filter(
      ({ order }) => order.customer_id === customer_id || order.email === email,
    )
    expect(await countPersonRows(store, { email })).toEqual({ customers: 1, orders: own.length })
    const rows = await forgetPerson(store, { email: ` ${email.toUpperCase()} ` }, NOW, async () => {})
    expect(rows).toEqual({ customers: 1, orders: own.length })

    const unknown = async () => {
      expect(await everything(store)).not.toContain(email)
      const people = await store.all(sql`
        select first_name, last_name from orders where customer_id = ${customer_id}
        union select first_name, last_name from customers where customer_id = ${customer_id}`)
      expect(people).toEqual([{ first_name: '', last_name: '' }])
      expect(await figures(store)).toEqual(before)
    }
    expect(first_name + last_name).not.toBe('')
    await unknown()
    await readAgain(store)
    await unknown()
  })

  test('keeps audit entries of an e-mail that contains the deleted one', async () => {
    const store = await openSmallShop(engine)
    const email = account?.email ?? ''
    const others = [`mari${email}`, `mari.${email}`, `${email}.ar`]
    const own = [email, email.toUpperCase(), `regalo-${email}.general`]
    await store.transaction(async (tx) => {
      for (const subject of [...others, ...own])
        await audit(tx, { ...ANONYMOUS, email: subject }, { action: 'user.update', subject }, NOW)
      await writeRejects(tx, 'coupons', [{ id: '1', reason: `odd: ${others[0]}` }])
    })
    await forgetPerson(store, { email }, NOW, async () => {})
    const trail = await store.all<{ who: string; subject: string }>(
      sql`select who, subject from audit order by audit_id`,
    )
    expect(trail.slice(0, others.length)).toEqual(others.map((other) => ({ who: other, subject: other })))
    const gone = trail.slice(others.length).flatMap(({ who, subject }) => [who, subject])
    for (const text of gone) expect(text).toMatch(/^(regalo-)?[0-9a-f]{24}@olvidado\.invalid(\.general)?$/)
    expect(await store.all(sql`select record_id from rejects where source = 'coupons'`)).toHaveLength(1)
  })

  test('clears another e-mail from the orders of the account, even a deleted one', async () => {
    const store = await openSmallShop(engine)
    const bought = smallShop.orders.find(({ order }) => order.customer_id === account?.customer_id)
    if (!bought || !account) throw new Error('The small shop has an account that bought')
    const again = (customer_id: number, modified_at: string) => {
      const order = { ...bought.order, customer_id, modified_at, email: 'otra.casilla@example.com' }
      return store.transaction((tx) => writeOrders(tx, [{ ...bought, order }]))
    }
    await again(account.customer_id, '2026-08-01 00:00:00')
    await forgetPerson(store, { email: account.email }, NOW, async () => {})
    expect(await everything(store)).not.toContain('otra.casilla')
    await again(0, '2026-09-01 00:00:00')
    expect(await everything(store)).not.toContain('otra.casilla')
    const { order_id } = bought.order
    expect(
      await store.one(sql`select customer_id, first_name from orders where order_id = ${order_id}`),
    ).toEqual({ customer_id: 0, first_name: '' })
  })

  test('clears the e-mail from coupon codes and names of discounts and gifts', async () => {
    const store = await openSmallShop(engine)
    const [one, other] = smallShop.orders.filter(({ lines, discounts }) => lines.length && discounts.length)
    if (!one || !other || !guest) throw new Error('The small shop has orders with discounts')
    const email = 'ana.sol+1@example.com'
    const named = (text: string) => [
      { ...one, lines: one.lines.map((line) => ({ ...line, name: `Regalo (para ${text})` })) },
      {
        ...other,
        discounts: other.discounts.map((discount) => ({
          ...discount,
          name: `vip-${text}.general`,
          sub_group: `vip-${text}`,
          promo_name: text.toUpperCase(),
        })),
      },
    ]
    const coupon = {
      ...{ coupon_id: 77, code: `vip-${email}`, discount_type: 'percent', amount: '5.00' },
      ...{
        description: `Para Ana.Sol+1@Example.com, no para mariana.sol+1@example.com ni ${email}.ar`,
        modified_at: '2026-01-01 00:00:00',
      },
    }
    const bring = () =>
      store.transaction(async (tx) => {
        await writeCoupons(tx, [coupon])
        await writeOrders(tx, named(email), { authoritative: true })
      })
    await bring()
    await rebuildDirtyMonths(store)
    const change = { action: 'store.mapping' as const, subject: '', after: { note: 'Ana.Sol+1@Example.com' } }
    await store.transaction((tx) => audit(tx, { ...ANONYMOUS, email: 'otra@example.com' }, change, NOW))
    expect(await everything(store)).toContain(email)
    await forgetPerson(store, { email }, NOW, async () => {})
    const unknown = async () => {
      const all = (await everything(store)).replaceAll(`mari${email}`, '').replaceAll(`${email}.ar`, '')
      expect(all).not.toContain(email)
      expect(all).toMatch(/vip-[0-9a-f]{24}@olvidado\.invalid\.general/)
    }
    await unknown()
    expect(await everything(store)).toMatch(/ mariana\.sol\+1@example\.com ni ana\.sol\+1@example\.com\.ar"/)
    await bring()
    await rebuildDirtyMonths(store)
    await unknown()
  })

  test('clears records that were read before and written during the deletion', async () => {
    const store = await openSmallShop(engine)
    const bought = smallShop.orders.find(({ order }) => order.email !== '')
    if (!bought) throw new Error('The small shop has an order with an e-mail')
    const order = { ...bought.order, email: 'justo.ahora@example.com', modified_at: '2026-08-01 00:00:00' }
    const [written, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const writing = store.transaction(async (tx) => {
      await writeOrders(tx, [{ ...bought, order }])
      written.resolve()
      await go.promise
    })
    await written.promise
    let done = false
    const forgetting = forgetPerson(store, { email: order.email }, NOW, async () => {}).then(() => {
      done = true
    })
    // Work that does not wait has ended by then.
    const waiting = sql`select 1 from pg_locks where not granted`
    const isWaiting = async () => store.engine === 'duckdb' || (await store.all(waiting)).length > 0
    while (!done && !(await isWaiting()));
    go.resolve()
    await Promise.all([writing, forgetting])
    expect(await everything(store)).not.toContain(order.email)
  })

  test('deletes a guest by e-mail and an account by its id', async () => {
    const store = await openSmallShop(engine)
    const before = await figures(store)
    if (!guest || !account) throw new Error('The small shop has a guest with an e-mail')
    await forgetPerson(store, { email: guest.email }, NOW, async () => {})
    await forgetPerson(store, { customerId: account.customer_id }, NOW, async () => {})
    await readAgain(store)
    const all = await everything(store)
    for (const email of [guest.email, account.email]) expect(all).not.toContain(email)
    expect(await figures(store)).toEqual(before)
    // Other people's rows are unchanged.
    const others = smallShop.customers.filter(({ email }) => email !== account.email && email !== guest.email)
    for (const { email } of others) expect(all).toContain(email)
  })
})

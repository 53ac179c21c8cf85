// Orders whose shop calls them by a number of a plug-in: shown, exported and found by it, from every source.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { describeOneEngine } from './engines.ts'
import { folderOf, importSmallFiles, lineJson, orderJson, type SmallShopApp } from './small-files.ts'

interface Listed {
  readonly order_id: number
  readonly number: string
}

const listed = async ({ getData }: SmallShopApp, query = '') =>
  (await getData<Listed[]>(`/api/orders?start_date=2026-10&order=ASC${query}`)).map(
    ({ order_id, number }) => [order_id, number],
  )

const found = async ({ post }: SmallShopApp, text: string, who: 'superAdmin' | 'scoped' = 'superAdmin') =>
  (await post('/api/search', { text }, who)).json().data.orders.map(({ order_id }: Listed) => order_id)

describeOneEngine('the number of an order', (engine) => {
  test('is shown in lists, in the order and in files, and finds it', async () => {
    const shop = await importSmallFiles(engine, 'order-number')
    onTestFinished(() => shop.close())
    expect(await listed(shop)).toEqual([
      [156100, '25229'],
      [156101, 'PED-2026-0007'],
    ])
    expect(await listed(shop, '&number=ped-2026')).toEqual([[156101, 'PED-2026-0007']])
    expect(await listed(shop, '&number=2522')).toEqual([[156100, '25229']])
    expect(await shop.getData('/api/orders/156101')).toMatchObject({ number: 'PED-2026-0007' })
    for (const [typed, ids] of [
      ['25229', [156100]],
      ['156100', [156100]],
      ['ped-2026-0007', [156101]],
      [' PED-2026-0007 ', [156101]],
      ['PED-2026', []],
      ['%', []],
    ] as const)
      expect(await found(shop, typed), typed).toEqual(ids)
    // In any locale of the database, a number is found as it is written.
    await shop.store.run(sql`update orders set number = 'Ñ-7' where order_id = 156100`)
    expect(await found(shop, 'Ñ-7')).toEqual([156100])
    const file = await shop.get('/api/orders?start_date=2026-10&export=1', 'superAdmin')
    expect(file.body).toMatch(/PED-2026-0007/)
    expect(await found(shop, 'Ñ-7', 'scoped')).toEqual([])
  })
})

describeOneEngine('the number of an order', (engine) => {
  test('is shown in and finds it in the lists of benefits, of buyers and of employees', async () => {
    const bought = (id: number, number: string) =>
      orderJson(id, [lineJson(10, 1, '100.00', '90.00')], {
        ...{ number, customer_id: 4 },
        coupon_lines: [{ id, code: 'diez', discount: '10.00', discount_tax: '0.00', meta_data: [] }],
      })
    const employee = {
      ...{ id: 4, email: 'p4@ejemplo.test', role: 'empleado_arcor', first_name: 'Ana', last_name: 'Paz' },
      ...{ date_created_gmt: '2026-09-01T12:00:00', billing: {}, meta_data: [] },
    }
    const orders = [bought(1, 'PED-7'), bought(2, 'PED-8'), bought(3, '3')]
    const shop = await importSmallFiles(engine, folderOf({ orders, customers: [employee] }))
    onTestFinished(() => shop.close())
    for (const list of [
      '/api/discounts/virtual-coupons-list?start_date=2026-10',
      '/api/discounts/virtual-coupons-used-details?start_date=2026-10',
      '/api/discounts/coupon-and-discount-lists?start_date=2026-10',
      '/api/reports/coupons?start_date=2026-10',
      '/api/customers/employees/detail?start_date=2026-10',
      '/api/customers/cohorts/orders?start_date=2026-10&months_since=0',
      '/api/customers/repurchase/orders?start_date=2026-10',
      '/api/customers/rfm/orders?start_date=2026-10',
      '/api/benefits/performance/orders?start_date=2026-10&by=group&value=OTROS',
    ]) {
      for (const order of ['order_by=order_id', 'order_by=date', 'order_by=number']) {
        const rows = await shop.getData<Listed[]>(`${list}&order=ASC&${order}`)
        const numbers = rows.map(({ number }) => number).sort()
        expect(numbers, `${list}&${order}`).toEqual(
          list.includes('repurchase') ? ['PED-7', 'PED-8'] : ['3', 'PED-7', 'PED-8'],
        )
      }
      const found = await shop.getData<Listed[]>(`${list}&number=ped-8`)
      expect(
        found.map(({ order_id }) => order_id),
        list,
      ).toEqual([2])
    }
  })
})

describeOneEngine('the number of an order is read', (engine) => {
  test('from what the shop answers, else from the fields of plug-ins, whole ones first', async () => {
    const meta = (...entries: [string, unknown][]) => ({
      meta_data: entries.map(([key, value]) => ({ key, value })),
    })
    const orders = [
      orderJson(1, [], { number: 'W-77', ...meta(['_order_number', '5']) }),
      orderJson(2, [], { number: '2', ...meta(['_order_number', '8'], ['_order_number_formatted', 'A-8']) }),
      orderJson(3, [], meta(['_alg_wc_custom_order_number', 9], ['_alg_wc_full_custom_order_number', 'X/9'])),
      orderJson(4, [], { number: '4', ...meta(['_order_number', '4']) }),
      orderJson(5, []),
      orderJson(6, [], { number: null, ...meta(['_order_number', '']) }),
      // Longer texts than an index takes would stop the import.
      orderJson(7, [], { number: '7'.repeat(300) }),
    ]
    const shop = await importSmallFiles(engine, folderOf({ orders }))
    onTestFinished(() => shop.close())
    const numbers = ['W-77', 'A-8', 'X/9', '4', '5', '6', '7'.repeat(254)]
    expect(await listed(shop)).toEqual(numbers.map((number, index) => [index + 1, number]))
  })

  test('from a column of a CSV file', async () => {
    const folder = folderOf({})
    const orders = 'orden,fecha,numero\n1,2026-10-10,PED-1\n2,2026-10-10,2\n3,2026-10-10,\n'
    writeFileSync(join(folder, 'ordenes.csv'), orders)
    const lines = [1, 2, 3].map((id) => `${id},Yerba,1,100`)
    writeFileSync(join(folder, 'lineas.csv'), ['orden,nombre,cantidad,importe', ...lines].join('\n'))
    const shop = await importSmallFiles(engine, folder)
    onTestFinished(() => shop.close())
    expect(await listed(shop)).toEqual([
      [1, 'PED-1'],
      [2, '2'],
      [3, '3'],
    ])
    expect(await found(shop, 'ped-1')).toEqual([1])
  })
})

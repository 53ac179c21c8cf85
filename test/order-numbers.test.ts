// Orders whose shop calls them by a number of a plug-in: shown, exported and found by it, from every source.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { describeEngines, describeOneEngine } from './engines.ts'
import { folderOf, importSmallFiles, orderJson, type SmallShopApp } from './small-files.ts'

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

describeEngines('the number of an order', (engine) => {
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

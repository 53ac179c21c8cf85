import { beforeAll, beforeEach, expect, it } from 'vitest'
import { describeEngines } from '#test/engines.ts'
import { sql } from './sql.ts'
import type { Store, Value } from './store.ts'
import { COLUMNS, category, insert, names } from './writes.fixture.ts'

describeEngines('bulk inserts', (engine) => {
  let store: Store
  beforeAll(async () => {
    store = await engine.open()
  })
  beforeEach(async () => {
    await store.run(sql`delete from categories; delete from products; delete from orders`)
  })

  const dirt = [
    '',
    ' ',
    'comillas "dobles" y \'simples\'',
    'coma, punto y coma; tabulador\t fin',
    'línea\nnueva\r\ny vuelta\r',
    'barra \\ y \\n y \\N',
    '\\N',
    '\\.',
    'NULL',
    '😀 ñandú 你好 \u200b\ufeff',
    'doce letras!',
    'trece letras!',
    'ñandú corto',
    'x'.repeat(100_000),
  ]

  it('keeps irregular text unchanged', async () => {
    await insert(
      store,
      dirt.map((text, index) => category(index, text)),
    )
    expect(await names(store)).toEqual(dirt)
  })

  it('replaces lone surrogates in the same way', async () => {
    const halves = ['a\ud83db', '\ude00 at the start of a longer text', 'a longer text to its end \ud83d']
    await insert(
      store,
      halves.map((text, index) => category(index, text)),
    )
    expect(await names(store)).toEqual(halves.map((text) => text.toWellFormed()))
  })

  it('keeps a text repeated in neighbouring rows', async () => {
    const twice = dirt.flatMap((text) => [text, text])
    await insert(
      store,
      twice.map((text, index) => category(index, text)),
    )
    expect(await names(store)).toEqual(twice)
  })

  it('keeps every type and null', async () => {
    const columns =
      'product_id parent_id sku name status stock_status stock_quantity price url business segment modified_at'
    const row = (id: number, stock: number | null, price: string, time: string) => {
      return [id, 0, 'S', 'n', 'publish', 'instock', stock, price, '', 'b', 's', time]
    }
    await store.bulkInsert({
      table: 'products',
      columns: columns.split(' '),
      rows: [
        row(1, null, '0.00', '2024-02-29 23:59:59'),
        row(2, -5, '-1234.5', '1969-12-31T00:00:00'),
        row(Number.MAX_SAFE_INTEGER, 4_294_967_296, '9999999999999999.99', '2024-01-01 00:00:00.25'),
      ],
    })
    expect(
      await store.all(
        sql`select product_id, stock_quantity, cast(price as text) as price, modified_at from products order by product_id`,
      ),
    ).toEqual([
      { product_id: 1, stock_quantity: null, price: '0.00', modified_at: '2024-02-29 23:59:59' },
      { product_id: 2, stock_quantity: -5, price: '-1234.50', modified_at: '1969-12-31 00:00:00' },
      {
        product_id: Number.MAX_SAFE_INTEGER,
        stock_quantity: 4_294_967_296,
        price: '9999999999999999.99',
        modified_at: '2024-01-01 00:00:00.25',
      },
    ])
  })

  it.each([
    ['text with NUL', [1, 0, 'a\0b', '']],
    ['long text with NUL', [1, 0, `${'a'.repeat(20)}\0`, '']],
    ['text for a number', [1, '0', 'a', '']],
    ['a fraction for a whole number', [1.5, 0, 'a', '']],
    ['a number for text', [1, 0, 7, '']],
    ['null where none may be', [1, 0, null, '']],
  ])('refuses %s and keeps nothing', async (_, row) => {
    await expect(insert(store, [category(0, 'antes'), row as Value[]])).rejects.toThrow()
    expect(await names(store)).toEqual([])
    await insert(store, [category(1, 'después')])
    expect(await names(store)).toEqual(['después'])
  })

  it.each(['1.005', 'abc', '1e3', '', '12345678901234567.00', '1.2.3'])(
    'refuses the amount %j',
    async (price) => {
      const columns = ['coupon_id', 'code', 'discount_type', 'amount', 'description', 'modified_at']
      const rows = [[1, 'x', 'percent', price, '', '2024-01-01 00:00:00']]
      await expect(store.bulkInsert({ table: 'coupons', columns, rows })).rejects.toThrow()
    },
  )

  it.each(['2024-02-30 00:00:00', '2024-01-01', '2024-01-01 24:00:00', 'ayer'])(
    'refuses the time %j',
    async (time) => {
      const columns = ['source', 'cursor', 'updated_at']
      await expect(
        store.bulkInsert({ table: 'import_cursors', columns, rows: [['orders', '1', time]] }),
      ).rejects.toThrow()
    },
  )

  it('accepts more rows than a chunk holds, with columns in any order', async () => {
    const rows = function* () {
      for (let id = 1; id <= 5000; id++) yield ['', `categoría ${id}`, id % 7, id]
    }
    await store.bulkInsert({ table: 'categories', columns: [...COLUMNS].reverse(), rows: rows() })
    expect(
      await store.one(
        sql`select count(*) as rows, sum(category_id) as ids, sum(parent_id) as parents, max(name) as last from categories`,
      ),
    ).toEqual({ rows: 5000, ids: 12_502_500, parents: 14_997, last: 'categoría 999' })
  })

  it('keeps nothing when the source fails', async () => {
    const rows = function* () {
      for (let id = 1; id <= 5000; id++) yield category(id, 'a')
      throw new Error('the source broke')
    }
    await expect(insert(store, rows())).rejects.toThrow('the source broke')
    expect(await names(store)).toEqual([])
  })

  it('accepts no rows', async () => {
    await insert(store, [])
    expect(await names(store)).toEqual([])
  })

  it('names an unknown column', async () => {
    await expect(store.bulkInsert({ table: 'categories', columns: ['nada'], rows: [] })).rejects.toThrow(
      'nada',
    )
  })
})

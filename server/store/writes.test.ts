import { beforeEach, describe, expect, it } from 'vitest'
import { describeEngines } from '#test/engines.ts'
import { sql } from './sql.ts'
import type { Queries, Store, Value } from './store.ts'

const COLUMNS = ['category_id', 'parent_id', 'name', 'slug']
const category = (id: number, name: string): Value[] => [id, 0, name, '']
const insert = (queries: Queries, rows: Iterable<Value[]>) =>
  queries.bulkInsert({ table: 'categories', columns: COLUMNS, rows })
const names = async (queries: Queries) => {
  const rows = await queries.all<{ name: string }>(sql`select name from categories order by category_id`)
  return rows.map(({ name }) => name)
}

describeEngines('writes', (engine) => {
  let store: Store
  beforeEach(async () => {
    store ??= await engine.open()
    await store.run(sql`delete from categories; delete from products; delete from orders`)
  })

  it('says how many rows it changed', async () => {
    expect(await store.run(sql`insert into categories values (1, 0, ${'a'}, ''), (2, 0, 'b', '')`)).toBe(2)
    expect(await store.run(sql`update categories set name = ${'c'} where category_id = 2`)).toBe(1)
    expect(await store.run(sql`delete from categories where category_id = ${9}`)).toBe(0)
    expect(
      await store.all(sql`update categories set name = 'z' where category_id = 1 returning name`),
    ).toEqual([{ name: 'z' }])
    expect(await store.run(sql`delete from categories`)).toBe(2)
  })

  it('answers from the data of the moment, however often the same text runs', async () => {
    const texts = (id: number) => [
      sql`select count(*) as it from categories`,
      sql`select count(*) as it from categories where category_id < 100`,
      sql`select count(*) as it from categories where category_id > 100`,
      sql`select count(*) as it from categories where name = 'nueva' and category_id >= ${id}`,
      sql`select count(*) as it from categories where category_id >= ${id}`,
    ]
    const counts = () =>
      Promise.all(texts(0).map(async (text) => (await store.one<{ it: number }>(text))?.it))
    await insert(store, [category(1, 'vieja')])
    expect(await counts()).toEqual([1, 1, 0, 0, 1])
    await insert(store, [category(200, 'nueva')])
    expect(await counts()).toEqual([2, 1, 1, 1, 2])
    await store.run(sql`delete from categories where category_id = 1`)
    expect(await counts()).toEqual([1, 0, 1, 1, 1])
  })

  it('takes one text with values of other types, and at the same time', async () => {
    const rows = await store.transaction((tx) =>
      Promise.all([1, 'dos', null, true, 4].map((value) => tx.one(sql`select cast(${value} as text) as it`))),
    )
    expect(rows).toEqual([{ it: '1' }, { it: 'dos' }, { it: null }, { it: 'true' }, { it: '4' }])
  })

  describe('in bulk', () => {
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

    it('keeps dirty text as it is', async () => {
      await insert(
        store,
        dirt.map((text, index) => category(index, text)),
      )
      expect(await names(store)).toEqual(dirt)
    })

    it('replaces halves of a broken emoji alike', async () => {
      await insert(store, [category(1, 'a\ud83db')])
      expect(await names(store)).toEqual(['a\ufffdb'])
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

    it('takes more rows than fit in a chunk, in any order of columns, from a generator', async () => {
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

    it('keeps nothing when the source breaks', async () => {
      const rows = function* () {
        for (let id = 1; id <= 5000; id++) yield category(id, 'a')
        throw new Error('the source broke')
      }
      await expect(insert(store, rows())).rejects.toThrow('the source broke')
      expect(await names(store)).toEqual([])
    })

    it('takes no rows', async () => {
      await insert(store, [])
      expect(await names(store)).toEqual([])
    })

    it('names an unknown column', async () => {
      await expect(store.bulkInsert({ table: 'categories', columns: ['nada'], rows: [] })).rejects.toThrow(
        'nada',
      )
    })
  })

  describe('in a transaction', () => {
    it('sees its own deletes and inserts, and others see them after it', async () => {
      await insert(store, [category(1, 'vieja'), category(2, 'queda')])
      await store.transaction(async (tx) => {
        await tx.run(sql`delete from categories where category_id in (${[1]})`)
        await insert(tx, [category(1, 'nueva')])
        expect(await names(tx)).toEqual(['nueva', 'queda'])
        expect(await names(store)).toEqual(['vieja', 'queda'])
      })
      expect(await names(store)).toEqual(['nueva', 'queda'])
    })

    it('takes everything back when it fails', async () => {
      await insert(store, [category(1, 'queda')])
      const failing = store.transaction(async (tx) => {
        await tx.run(sql`delete from categories`)
        await insert(tx, [category(2, 'no')])
        throw new Error('changed my mind')
      })
      await expect(failing).rejects.toThrow('changed my mind')
      expect(await names(store)).toEqual(['queda'])
    })

    it('takes everything back when a statement or a bulk of it fails', async () => {
      await insert(store, [category(1, 'queda')])
      const failing = (statement: (tx: Queries) => Promise<unknown>) =>
        store.transaction(async (tx) => {
          await insert(tx, [category(2, 'no')])
          await statement(tx)
        })
      await expect(failing((tx) => tx.run(sql`insert into nowhere values (1)`))).rejects.toThrow('nowhere')
      await expect(failing((tx) => insert(tx, [category(3, 'a\0')]))).rejects.toThrow('NUL')
      expect(await names(store)).toEqual(['queda'])
      await store.transaction((tx) => insert(tx, [category(2, 'sigue')]))
      expect(await names(store)).toEqual(['queda', 'sigue'])
    })

    it('keeps nothing of what the work did not wait for', async () => {
      let late: Promise<unknown> | undefined
      const failing = store.transaction(async (tx) => {
        const bulk = Array.from({ length: 3000 }, (_, id) => category(id, 'no'))
        late = Promise.allSettled([insert(tx, bulk), tx.run(sql`update categories set name = 'nunca'`)])
        throw new Error('no more')
      })
      await expect(failing).rejects.toThrow('no more')
      await late
      expect(await names(store)).toEqual([])
    })

    it('is over when it is over', async () => {
      let kept: Queries | undefined
      await store.transaction(async (tx) => {
        kept = tx
      })
      await expect(kept?.run(sql`delete from categories`)).rejects.toMatchObject({ code: 'closed' })
    })

    it('answers with what the work gives', async () => {
      expect(await store.transaction(async () => 'listo')).toBe('listo')
    })

    it('runs beside others and loses none', async () => {
      await insert(store, [category(0, '0')])
      await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          store.transaction(async (tx) => {
            await tx.run(sql`update categories set parent_id = parent_id + 1 where category_id = 0`)
            await insert(tx, [category(index + 1, 'x')])
          }),
        ),
      )
      expect(await store.one(sql`select count(*) as rows, sum(parent_id) as added from categories`)).toEqual({
        rows: 11,
        added: 10,
      })
    })

    it('refuses a write through the store, which would wait for ever', async () => {
      const nested = store.transaction(() => store.run(sql`delete from categories`))
      await expect(nested).rejects.toMatchObject({ code: 'nested' })
      const twice = store.transaction(() => store.transaction(async () => {}))
      await expect(twice).rejects.toMatchObject({ code: 'nested' })
      await expect(store.transaction(() => insert(store, []))).rejects.toMatchObject({ code: 'nested' })
      expect(await store.run(sql`delete from categories`)).toBe(0)
    })
  })
})

import { beforeAll, expect, it } from 'vitest'
import { describeEngines } from '#test/engines.ts'
import { type Sql, sql } from './sql.ts'
import type { Store } from './store.ts'

describeEngines('values', (engine) => {
  let store: Store
  beforeAll(async () => {
    store = await engine.open()
  })
  const value = async (expression: Sql) =>
    (await store.one<{ it: unknown }>(sql`select ${expression} as it`))?.it
  const column = async (query: Sql) => (await store.all<{ it: unknown }>(query)).map((row) => row.it)

  it('returns every type in one shape', async () => {
    const row = await store.one(sql`select
      'texto' as a_text, '' as empty_text, true as yes, false as no, null as nothing,
      cast(7 as integer) as a_small, cast(9007199254740991 as bigint) as a_big, cast(0.1 as double precision) as a_double,
      cast('1234.50' as decimal(18, 2)) as amount, cast('-0.01' as decimal(18, 2)) as a_cent,
      date '2024-02-29' as a_day, timestamp '2024-02-29 23:59:59' as a_time, timestamp '2024-02-29 10:20:30.1250' as a_split_time,
      timestamp with time zone '2024-02-29 23:30:00-03' as an_instant`)
    expect(row).toEqual({
      a_text: 'texto',
      empty_text: '',
      yes: true,
      no: false,
      nothing: null,
      a_small: 7,
      a_big: Number.MAX_SAFE_INTEGER,
      a_double: 0.1,
      amount: 1234.5,
      a_cent: -0.01,
      a_day: '2024-02-29',
      a_time: '2024-02-29 23:59:59',
      a_split_time: '2024-02-29 10:20:30.125',
      an_instant: '2024-03-01 02:30:00',
    })
  })

  it('does not confuse nulls, repeated, short and long values of many rows', async () => {
    const texts = [
      'a',
      'a',
      null,
      'a',
      '',
      'doce letras.',
      'trece letras.',
      'trece letras.',
      null,
      'trece letras!',
      'ñ',
      'ñ',
    ]
    const row = (text: string | null, index: number) => {
      const scaled = index % 5 === 0 ? null : `${index - 7000}.25`
      const whole = index % 4 === 0 ? null : (index - 2000) * 4_294_967_297
      return { it: text, amount: scaled === null ? null : Number(scaled), n: whole }
    }
    const expected = Array.from({ length: 6000 }, (_, index) =>
      row(texts[index % texts.length] ?? null, index),
    )
    await store.run(sql`create table dirt (place integer, it text, amount decimal(18, 2), n bigint)`)
    await store.bulkInsert({
      table: 'dirt',
      columns: ['place', 'it', 'amount', 'n'],
      rows: expected.map(({ it, amount, n }, place) => [
        place,
        it,
        amount === null ? null : amount.toFixed(2),
        n,
      ]),
    })
    expect(await store.all(sql`select it, amount, n from dirt order by place`)).toEqual(expected)
    expect(
      await store.all(sql`select it, amount, n from dirt where place >= ${5990} order by place`),
    ).toEqual(expected.slice(5990))
  })

  it('treats parameters as literals of their type', async () => {
    expect(await value(sql`${7} / ${2}`)).toBe(3)
    expect(await value(sql`${0.1} + ${0.2}`)).toBe(0.3)
    expect(await value(sql`${'7'} || ${'2'}`)).toBe('72')
    expect(await value(sql`${true} and not ${false}`)).toBe(true)
    expect(await value(sql`${Number.MAX_SAFE_INTEGER} - 1`)).toBe(Number.MAX_SAFE_INTEGER - 1)
    expect(await value(sql`${12n} * 2`)).toBe(24)
    expect(await value(sql`coalesce(${null}, 'nada')`)).toBe('nada')
    expect(await value(sql`date '2024-03-01' > ${'2024-02-29'}`)).toBe(true)
    expect(await value(sql`cast('1.10' as decimal(18, 2)) = ${'1.1'}`)).toBe(true)
    await expect(value(sql`${Number.NaN}`)).rejects.toThrow('NaN')
    await expect(value(sql`${1e-9}`)).rejects.toThrow('1e-9')
  })

  it('counts and sums exactly', async () => {
    const amounts = sql`(values ('0.10'), ('0.20'), ('70000000000000.33')) as t (amount)`
    expect(
      await store.one(sql`select count(*) as rows, sum(cast(amount as decimal(18, 2))) as total,
        sum(cast(1 as bigint)) as ones, min(amount) as least, sum(cast(amount as decimal(18, 2))) filter (where amount > 'a') as none
        from ${amounts}`),
    ).toEqual({ rows: 3, total: 70_000_000_000_000.63, ones: 3, least: '0.10', none: null })
  })

  it('refuses numbers that a double cannot hold exactly', async () => {
    await expect(value(sql`cast(9007199254740993 as bigint)`)).rejects.toThrow('too large')
    await expect(
      value(sql`(select sum(cast(9007199254740991 as bigint)) from (values (1), (2)) as t (n))`),
    ).rejects.toThrow('too large')
    await expect(value(sql`cast('99999999999999999999.99' as decimal(38, 2))`)).rejects.toThrow('too large')
  })

  it('refuses types that the engines do not share', async () => {
    await expect(value(sql`interval '1 day'`)).rejects.toThrow('cast it')
  })

  it('orders nulls as the largest', async () => {
    const rows = sql`(values (2), (null), (1)) as t (it)`
    expect(await column(sql`select it from ${rows} order by it`)).toEqual([1, 2, null])
    expect(await column(sql`select it from ${rows} order by it desc`)).toEqual([null, 2, 1])
  })

  it('orders and compares text by its code points', async () => {
    await store.run(sql`insert into categories values
      (1, 0, 'b', ''), (2, 0, 'ñ', ''), (3, 0, 'B', ''), (4, 0, 'a b', ''), (5, 0, 'a', ''), (6, 0, 'Á', ''), (7, 0, '😀', ''), (8, 0, '￦', '')`)
    const ordered = ['B', 'a', 'a b', 'b', 'Á', 'ñ', '￦', '😀']
    expect(await column(sql`select name as it from categories order by name`)).toEqual(ordered)
    expect(
      await column(sql`select name as it from categories where name < ${'b'} order by name desc`),
    ).toEqual(['a b', 'a', 'B'])
    expect(await value(sql`(select max(name) from categories)`)).toBe('😀')
  })

  it('handles days and months', async () => {
    expect(await value(sql`date '2024-03-01' - date '2024-02-28'`)).toBe(2)
    expect(await value(sql`date '2024-02-28' + 2`)).toBe('2024-03-01')
    expect(await value(sql`cast(extract(day from timestamp '2024-02-29 10:00:00') as integer)`)).toBe(29)
    expect(await value(sql`cast(timestamp '2024-02-29 10:00:00' as date)`)).toBe('2024-02-29')
    expect(await value(sql`substr('2024-02-29', 1, 7)`)).toBe('2024-02')
  })

  it('rounds decimals half away from zero', async () => {
    expect(await value(sql`round(cast('2.345' as decimal(18, 3)), 2)`)).toBe(2.35)
    expect(await value(sql`round(cast('-2.345' as decimal(18, 3)), 2)`)).toBe(-2.35)
  })

  it('joins, ranks and aggregates strings in the same way', async () => {
    const rows = sql`(values ('a', 1), ('b', 2), ('a', 3)) as t (name, amount)`
    expect(
      await store.all(sql`select name, sum(amount) as total, string_agg(cast(amount as text), ',' order by amount desc) as list,
        count(distinct name) as names, rank() over (order by sum(amount) desc) as place
        from ${rows} group by name order by name`),
    ).toEqual([
      { name: 'a', total: 4, list: '3,1', names: 1, place: 1 },
      { name: 'b', total: 2, list: '2', names: 1, place: 2 },
    ])
  })

  it('accepts empty, short and long lists', async () => {
    const rows = sql`(values (1, 'uno'), (2, 'dos'), (3, 'tres')) as t (n, name)`
    const many = Array.from({ length: 5000 }, (_, index) => index + 2)
    expect(await column(sql`select n as it from ${rows} where n in (${[1, 3]}) order by n`)).toEqual([1, 3])
    expect(await column(sql`select n as it from ${rows} where n in (${many}) order by n`)).toEqual([2, 3])
    expect(
      await column(sql`select n as it from ${rows} where name in (${many.map(String).concat('dos')})`),
    ).toEqual([2])
    expect(await column(sql`select n as it from ${rows} where n in (${[]})`)).toEqual([])
    expect(await column(sql`select n as it from ${rows} where name in (${[]})`)).toEqual([])
  })
})

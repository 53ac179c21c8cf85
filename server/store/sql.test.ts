import { expect, it } from 'vitest'
import { render, sql, withValuesInText } from './sql.ts'

const duckdb = (query: Parameters<typeof render>[0]) => render(query, 'duckdb')
const postgres = (query: Parameters<typeof render>[0]) => render(query, 'postgres').text

it('makes every value a parameter', () => {
  expect(duckdb(sql`select * from t where a = ${`'; drop table t`} and b = ${2} and c is ${null}`)).toEqual({
    text: 'select * from t where a = $1 and b = $2 and c is $3',
    parameters: [`'; drop table t`, 2, null],
  })
})

it('composes fragments', () => {
  const where = sql`where a = ${1} and ${sql`b in (${['x', 'y']})`}`
  expect(duckdb(sql`select ${0} from t ${where} ${sql.empty}limit ${5}`)).toEqual({
    text: 'select $1 from t where a = $2 and b in ($3, $4) limit $5',
    parameters: [0, 1, 'x', 'y', 5],
  })
})

it('joins fragments', () => {
  expect(duckdb(sql`select ${sql.join([sql`a`, sql`b + ${1}`, sql`c`])}`).text).toBe('select a, b + $1, c')
  expect(duckdb(sql`${sql.join([sql`a = ${1}`, sql`b = ${2}`], sql` and `)}`)).toEqual({
    text: 'a = $1 and b = $2',
    parameters: [1, 2],
  })
  expect(duckdb(sql`(${sql.join([1, 'dos'])})`)).toEqual({ text: '($1, $2)', parameters: [1, 'dos'] })
  expect(duckdb(sql`x${sql.join([])}`)).toEqual({ text: 'x', parameters: [] })
})

it('quotes names', () => {
  expect(
    duckdb(sql`select ${sql.identifier('total-item "amount"')} from ${sql.identifier('main', 't')}`).text,
  ).toBe('select "total-item ""amount""" from "main"."t"')
  expect(() => sql.identifier('a\0')).toThrow('NUL')
  expect(duckdb(sql`x -${sql.whole(-5)}`).text).toBe('x -(-5)')
  for (const value of [1.5, Number.NaN, 1e21]) expect(() => sql.whole(value)).toThrow('whole')
  expect(duckdb(sql`order by ${sql.order('dist_name', 'DESC')}`).text).toBe('order by "dist_name" DESC')
})

it('types numbers and booleans for PostgreSQL and leaves texts to inference', () => {
  expect(postgres(sql`${1} ${2 ** 40} ${1.5} ${true} ${'a'} ${null} ${3n} ${[1, 2]}`)).toBe(
    '$1::integer $2::bigint $3::numeric $4::boolean $5 $6 $7::bigint $8::integer, $9::integer',
  )
})

it('sends a long list as one parameter', () => {
  const ids = Array.from({ length: 101 }, (_, index) => index)
  expect(duckdb(sql`a in (${ids})`)).toEqual({
    text: 'a in (select unnest($1::bigint[]))',
    parameters: [ids],
  })
  expect(postgres(sql`a in (${ids.map(String)})`)).toBe('a in (select unnest($1::text[]))')
  expect(() => duckdb(sql`a in (${[...ids, 'x']})`)).toThrow('one type')
})

it('writes values into the text, but not long lists', () => {
  const ids = Array.from({ length: 101 }, (_, index) => index)
  const query = sql`a = ${"d'or"} and b - ${-2} in (${[true, 1.5]}, ${[]}) and c is ${null} and d in (${ids})`
  expect(duckdb(withValuesInText(query))).toEqual({
    text: "a = 'd''or' and b - (-2) in (true, 1.5, null) and c is null and d in (select unnest($1::bigint[]))",
    parameters: [ids],
  })
  expect(() => withValuesInText(sql`${'\0'}`)).toThrow('NUL')
})

it('refuses a value of an unsupported type', () => {
  const missing: string[] = []
  expect(() => sql`a = ${missing[0] as string}`).toThrow('undefined')
  expect(() => postgres(sql`${Number.NaN}`)).toThrow('NaN')
  expect(() => duckdb(sql`${Number.POSITIVE_INFINITY}`)).toThrow('Infinity')
})

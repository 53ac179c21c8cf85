import { expect, test } from 'vitest'
import { endpoints } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { isDimension } from '#contract/questions/dimensions.ts'
import { filtersOf } from './table-filters.ts'

const shapeOf = (schema: object): object => ('shape' in schema ? Object(schema.shape) : {})

const tables = endpoints.filter((endpoint: Endpoint) => endpoint.list ?? endpoint.table)

test.each(tables.map((endpoint) => [endpoint.path, endpoint] as const))(
  'every parameter that chooses rows of %s has a name for people',
  (_, endpoint) => {
    const names = [endpoint.params, endpoint.query].flatMap((schema) => Object.keys(shapeOf(schema)))
    for (const name of names)
      for (const filter of filtersOf(endpoint, { params: {}, query: { [name]: 'x' } }))
        if ('title' in filter) expect(filter.title).toMatch(/^[A-ZÁÉÍÓÚ]/)
        else expect(isDimension(filter.dimension)).toBe(true)
  },
)

test('a name of a person is not said', () => {
  const orders = tables.find(({ path }) => path === '/api/orders')
  if (!orders) throw new Error('no orders')
  const query = { ...Object(orders.query.parse({})), surname: 'Gómez', order_id: '12' }
  expect(filtersOf(orders, { params: {}, query })).toEqual([
    { title: 'Filtrado por Apellido', values: [] },
    { title: 'Orden ID', values: ['12'] },
  ])
})

// Customers of the small shop, and two accounts more, through the app, on both engines.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { customerCalls } from '#contract/customers.ts'
import type { RowOf } from '#contract/endpoint.ts'
import type { CustomerFact } from '#server/domain/facts.ts'
import { writeCustomers } from '#server/ingest/write-customers.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { type TestApp, testApp, type Who } from '#test/app.ts'
import { describeEngines } from '#test/engines.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'
import { smallShop } from '../../../fixtures/small-shop.ts'

type CustomersByStateRow = RowOf<typeof customerCalls.customersByState>
type EmployeeRow = RowOf<typeof customerCalls.employees>
type RegisteredRow = RowOf<typeof customerCalls.registeredByRole>

/** Elena never bought and has no distributor; Fede, an Arcor employee of May, belongs to Norte. */
const MORE: Partial<CustomerFact>[] = [
  {
    ...{ customer_id: 4, email: 'elena@example.com', first_name: 'Elena', last_name: 'Estévez' },
    ...{
      registered_at: '2026-03-15 10:00:00',
      month: '2026-03',
      locality: 'Centro',
      city: 'Salta',
      province: 'SALTA',
    },
  },
  {
    ...{ customer_id: 5, email: 'fede@example.com', first_name: 'Fede', last_name: 'Ferro', dist_id: '101' },
    ...{ registered_at: '2026-05-20 10:00:00', month: '2026-05', city: 'Salta', province: 'SALTA' },
    ...{ role: 'empleado_arcor', company: 'Arcor', employee_id: 'E-5' },
  },
]

describeEngines('customers', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    const store = await openSmallShop(engine)
    const [ana] = smallShop.customers
    if (!ana) throw new Error('The small shop has customers')
    await store.transaction((tx) =>
      writeCustomers(
        tx,
        MORE.map((told) => ({ ...ana, ...told })),
      ),
    )
    await rebuildDirtyMonths(store)
    app = await testApp(store)
  })
  afterAll(() => app.close())

  const ask = async <T>(call: string, who: Who = 'admin'): Promise<T> => {
    const answer = await app.get(`/api/customers/${call}`, who)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }
  const surnames = async (call: string, who?: Who) =>
    (await ask<RegisteredRow[]>(call, who)).map(({ surname }) => surname)

  test('lists accounts with neither a distributor nor an order through one', async () => {
    expect(await ask('without-distributors')).toEqual([
      {
        ...{ customer_id: 4, date_registered: '2026-03-15', email: 'elena@example.com', name: 'Elena' },
        ...{ surname: 'Estévez', locality: 'Centro', city: 'Salta', state: 'SALTA' },
      },
    ])
    expect(await ask('without-distributors?city=SALT&locality=centro')).toHaveLength(1)
    expect(await ask('without-distributors?state=mendoza')).toEqual([])
  })

  test('employees, with company and role', async () => {
    const rows = await ask<EmployeeRow[]>('employees')
    expect(rows.map(({ surname, employee_id }) => [surname, employee_id])).toEqual([
      ['Báez', ''],
      ['Ferro', 'E-5'],
    ])
    expect(rows[0]).toMatchObject({ company: 'Arcor', role: 'empleado_arcor', date_registered: '2026-05-01' })
    expect(await surnames('employees?surname=BAEZ')).toEqual(['Báez'])
  })

  test('lists the accounts of a role by surname, up to a given month', async () => {
    expect(await surnames('registered/empleado_arcor')).toEqual(['Báez', 'Ferro'])
    expect(await surnames('registered/Arcor?start_date=2026-05')).toEqual(['Báez', 'Ferro'])
    expect(await surnames('registered/Arcor?start_date=2026-04')).toEqual([])
    expect(await surnames('registered/customer')).toEqual(['Álvarez', 'Cruz', 'Estévez'])
    expect(await surnames('registered/customer?start_date=2026-03')).toEqual(['Estévez'])
    expect(await ask('registered/nobody')).toEqual([])
    const file = '/api/customers/registered/empleado_arcor?start_date=2026-05&export=1'
    const { headers } = await app.get(file, 'admin')
    expect(headers['content-disposition']).toContain('empleados_registrados_empleado_arcor_2026-05.csv')
  })

  test('lists purchases of employees: Beto’s 10 as a guest, and 120 − 12 = 108', async () => {
    const beto = {
      ...{ name: 'Beto', surname: 'Báez', employee_id: '', company: 'Arcor' },
      ...{ dist_id: '102', dist_name: 'Distribuidora Sur', status: 'wc-completed' },
    }
    expect(await ask('employees/detail?start_date=2026-05')).toEqual([
      {
        ...beto,
        ...{
          order_id: 16,
          number: '16',
          date: '2026-05-31',
          order_subtotal: 10,
          discount: 0,
          refunded: 0,
          order_total: 10,
        },
      },
      {
        ...beto,
        ...{
          order_id: 12,
          number: '12',
          date: '2026-05-04',
          order_subtotal: 120,
          discount: 12,
          refunded: 0,
          order_total: 108,
        },
      },
    ])
  })

  test('registered in May: Beto in its first second, Carla in its last, and Fede; in April Ana', async () => {
    expect(await ask('new-customers?start_date=2026-05')).toEqual({
      main_month: { total: 3, 'dates-between': { from_date: '2026-05-01', to_date: '2026-05-31' } },
      prev_month: { total: 1, 'dates-between': { from_date: '2026-04-01', to_date: '2026-04-30' } },
      increment: 200,
    })
    expect(await ask('new-employees?start_date=2026-05')).toMatchObject({
      ...{ main_month: { total: 2 }, prev_month: { total: 0 }, increment: 0 },
    })
  })

  test('buyers: Ana, Dani, Beto and a guest without e-mail; Beto is an employee, also as a guest', async () => {
    expect(await ask('distinct-customers-by-dates?start_date=2026-05')).toMatchObject({
      ...{ main_month: { total: 4 }, prev_month: { total: 1 }, increment: 300 },
    })
    expect(await ask('distinct-employees-by-dates?start_date=2026-05')).toMatchObject({
      ...{ main_month: { total: 1 }, prev_month: { total: 0 }, increment: 0 },
    })
  })

  test('registered per company and per province', async () => {
    expect(await ask('employees-registered-by-companies?start_date=2026-05')).toEqual([
      { role: 'Arcor', original_role: 'empleado_arcor', total_registered: 2 },
    ])
    const states = (month: string) =>
      ask<CustomersByStateRow[]>(`group-by-states-and-period?start_date=${month}`)
    expect(await states('2026-05')).toEqual([
      { state: 'CÓRDOBA', total_registered: 2 },
      { state: 'SALTA', total_registered: 1 },
    ])
    expect(await states('2026-04')).toEqual([{ state: 'CÓRDOBA', total_registered: 1 }])
  })

  test('limits a role to the accounts of its distributors, without personal data', async () => {
    expect(await ask('new-customers?start_date=2026-05', 'scoped')).toMatchObject({
      main_month: { total: 3 },
    })
    const nobody = { company: 'Arcor', name: '', surname: '', email: '', employee_id: '' }
    expect(await ask('employees', 'scoped')).toEqual(
      [2, 5].map((customer_id) => expect.objectContaining({ ...nobody, customer_id })),
    )
    expect(await ask('group-by-states-and-period?start_date=2026-05', 'scoped')).toEqual([
      { state: 'CÓRDOBA', total_registered: 2 },
      { state: 'SALTA', total_registered: 1 },
    ])
    // No order of Elena names a distributor.
    expect(await surnames('registered/customer', 'scoped')).toEqual(['', ''])
  })
})

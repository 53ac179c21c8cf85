// The Ficha as a PDF: figure by figure the same as the call and the screen, for ten distributors of a random shop.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DistributorProfile, ProfileSheet } from '#contract/profile.ts'
import type { OrderFacts } from '#server/domain/facts.ts'
import { type TestApp, testApp, type Who } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { pdfText } from '#test/pdf-text.ts'
import { NOW, PRODUCTS, randomCustomers, randomNumbers, randomOrder } from '#test/questions-shop.ts'
import { integer, money, percent, shownChange, signedPercent, units } from '#web/text/format.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'

const MONTH = '2026-04'
const IDS = Array.from({ length: 10 }, (_, index) => String(101 + index))
/** Letters that a font may lack. */
const NAMES = ['Ñandú', 'Güemes', 'Ítalo', 'Ávila', 'Óscar', 'Úrsula', 'Émile', '«Sur»', 'El 1º', '¿Norte?']
const random = randomNumbers(7)

function at(facts: OrderFacts, dist_id: string, name: string): OrderFacts {
  return {
    ...facts,
    distributor: { dist_id, name: `Distribuidora ${name}` },
    order: { ...facts.order, dist_id },
    lines: facts.lines.map((line) => ({ ...line, dist_id })),
    discounts: facts.discounts.map((discount) => ({ ...discount, dist_id })),
  }
}

const orders = Array.from({ length: 900 }, (_, index) =>
  at(randomOrder(random, 1000 + index), IDS[index % 10] ?? '', NAMES[index % 10] ?? ''),
)

describeOneEngine('sheet of a distributor', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    const customers = randomCustomers(random)
    const store = await openSmallShop(engine, { products: [...PRODUCTS], customers, orders })
    app = await testApp(store, { now: () => NOW })
    const cell = { key: '101', month: MONTH, amount: 9000 }
    await app.post('/api/goals', { measure: 'net_sale', by: 'distributor', cells: [cell] }, 'admin')
    const note = { from_date: '2026-04-10', to_date: '2026-04-12', dist_id: '101', text: 'Paro de camiones' }
    await app.post('/api/notes', note, 'admin')
  })
  afterAll(() => app.close())

  const get = async (id: string, path: string, who: Who = 'admin') =>
    app.get(`/api/distributors/${id}/profile${path}start_date=${MONTH}`, who)
  const pdfOf = async (id: string) => {
    const answer = await get(id, '/sheet?format=pdf&')
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['content-disposition']).toContain(`ficha_${id}_${MONTH}.pdf`)
    return pdfText(answer.rawPayload)
  }

  /** What the screen shows of the call, by the label before it. */
  function shown({ main_month: now, prev_month: before, ...profile }: DistributorProfile) {
    const change = (key: 'net_sale' | 'orders' | 'buyers') => {
      const moved = shownChange(now[key], before[key])
      return moved === null ? (now[key] === 0 ? [] : ['Nuevo']) : [signedPercent(moved)]
    }
    const days = (value: number) => money(value).slice(2)
    return [
      ['Venta Neta', money(now.net_sale), ...change('net_sale'), `Antes: ${money(before.net_sale)}`],
      ['Órdenes completas', integer(now.orders), ...change('orders'), `Antes: ${integer(before.orders)}`],
      ['Unidades', units(now.units)],
      ['Clientes activos', integer(now.buyers), ...change('buyers')],
      ['Perdidos', integer(profile.lost_customers)],
      ['Vendidos', integer(profile.products?.sold ?? 0)],
      ['Ganados', integer(profile.products?.gained ?? 0)],
      ['Mediana de días', days(profile.service?.median_days ?? 0)],
      ['A tiempo', percent(profile.service?.on_time_rate ?? 0, 2)],
      ['Abiertas hoy', integer(profile.service?.open_orders ?? 0)],
      ['Canceladas', integer(now.cancelled_orders)],
      ['Tasa de cancelación', percent(now.cancel_rate ?? 0, 2)],
      ['Reembolsado', money(now.refunded)],
      ['Monto', money(profile.benefits?.main_month.benefit_amount ?? 0)],
      ['Usos', integer(profile.benefits?.main_month.benefit_uses ?? 0)],
      ...(profile.benefits?.groups ?? [])
        .slice(0, 5)
        .map(({ label, benefit_amount, benefit_uses }) => [
          label,
          money(benefit_amount),
          integer(benefit_uses),
        ]),
      ...(profile.opportunities?.first ?? []).map(({ product_name, estimated_net, peers_selling, peers }) => [
        ...[product_name, money(estimated_net ?? 0), `${peers_selling} de ${peers}`],
      ]),
    ]
  }

  const follows = (lines: readonly string[], wanted: readonly string[]): boolean =>
    lines.some((_, index) => wanted.every((words, at) => lines[index + at] === words))

  test('holds every figure of the call, as text, for ten distributors', async () => {
    for (const id of IDS) {
      const profile: DistributorProfile = (await get(id, '?')).json().data
      const { lines, pages } = await pdfOf(id)
      expect(pages).toBeLessThanOrEqual(2)
      expect(lines[0]).toBe(profile.dist_name)
      expect(lines[1]).toBe('Ficha de abril 2026, comparada con marzo 2026')
      for (const wanted of shown(profile))
        expect(lines, `${id} ${wanted}`).toSatisfy(() => follows(lines, wanted))
      const amounts = profile.months.map(({ net_sale }) => money(net_sale))
      expect(lines.filter((line) => amounts.includes(line))).toEqual(expect.arrayContaining(amounts))
      const whole = lines.join(' ')
      expect(whole).toContain(`Puesto ${profile.rank} de ${profile.ranked}`)
      for (const { numbers } of profile.why ?? [])
        for (const { text } of numbers) expect(whole).toContain(text)
    }
  })

  test('says what is in preparation while the month runs', async () => {
    const query = '/sheet?start_date=2026-05'
    const sheet: ProfileSheet = (await app.get(`/api/distributors/101/profile${query}`, 'admin')).json().data
    const found: DistributorProfile = (
      await app.get('/api/distributors/101/profile?start_date=2026-05', 'admin')
    ).json().data
    expect(sheet.headline[0]?.note).toContain(`En preparación: ${money(found.preparing_amount)}`)
    // Otherwise the sentence calls an amount Venta Neta that is not the one above it.
    expect(sheet.why[0]).toMatch(/^Venta Neta con lo que está en preparación (subió|bajó) /)
    expect(sheet.why[0]).toContain(money(found.main_month.net_sale + found.preparing_amount))
    expect(sheet.subtitle).toMatch(/^Ficha de mayo 2026, comparada con 1\/4\/2026 al \d+\/4\/2026$/)
  })

  test('forecasts the month on its last day too', async () => {
    const last = await testApp(app.store, { now: () => new Date('2026-05-31T15:00:00Z') })
    const query = '/api/distributors/101/profile/sheet?start_date=2026-05'
    const sheet: ProfileSheet = (await last.get(query, 'admin')).json().data
    expect(sheet.why.join(' ')).toMatch(/Pronóstico \$.*\(entre \$.* y \$.*\)/)
    const over = await get('101', '/sheet?')
    expect(over.json().data.why.join(' ')).not.toContain('Pronóstico')
    await last.close()
  })

  test('names the goal and the notes of its distributor alone', async () => {
    const [own, other] = [await pdfOf('101'), await pdfOf('102')]
    expect(own.lines.join(' ')).toMatch(/,\d\s% de la meta de \$\s9\.000,00/)
    expect(own.lines.join(' ')).toContain('10/4/2026 al 12/4/2026: Paro de camiones')
    expect(other.lines.join(' ')).not.toMatch(/meta de|Paro/)
    for (const name of NAMES.slice(1)) expect(own.lines.join(' ')).not.toContain(name)
  })

  test('in words is the same as the file, which needs the permission to export', async () => {
    const sheet: ProfileSheet = (await get('103', '/sheet?')).json().data
    const { lines } = await pdfOf('103')
    for (const { label, value } of [...sheet.headline, ...sheet.blocks.flatMap(({ facts }) => facts)])
      expect(follows(lines, [label, value]), label).toBe(true)
    expect((await get('103', '/sheet?format=pdf&', 'scoped')).statusCode).toBe(404)
    expect((await get('101', '/sheet?format=pdf&', 'scoped')).statusCode).toBe(200)
    expect((await get('101', '/sheet?', 'viewer')).statusCode).toBe(403)
  })
})

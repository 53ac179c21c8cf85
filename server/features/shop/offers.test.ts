// Vouchers, payments, lowered prices, renamed promotions and fields of a checkout plug-in, from examples to figures over HTTP. The orders of
// September are read as examples; those of October hold other codes, names and amounts of the same kinds.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ExamplesAnswer, MappingProposal, ProposalAnswer } from '#contract/mapping-examples.ts'
import { openConnection } from '#server/shop/connection.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { KEY, SECRET } from '#test/shop-server/keys.ts'
import type { Json } from '#test/shop-server/recordings.ts'
import { type StoreServer, startStoreServer } from '#test/shop-server/server.ts'
import { lineJson, NO_RECORDS, orderJson } from '#test/small-files.ts'

const PATH = '/api/config/store'

const entry = (key: string, value: unknown) => ({ key, value })
const fee = (id: number, name: string, total: string, key?: string): Json => ({
  ...{ id, name, total, total_tax: '0.00', taxes: [] },
  meta_data: key === undefined ? [] : [entry('_legacy_fee_key', key)],
})
const line = (id: number, quantity: number, total: string, ...meta_data: object[]): Json => ({
  ...lineJson(id, quantity, total),
  ...{ price: Number(total) / quantity, taxes: [], meta_data },
})

const at = (day: string) => ({
  ...{ date_created: `${day}T12:00:00`, date_created_gmt: `${day}T15:00:00` },
  ...{ date_modified: `${day}T12:00:00`, date_modified_gmt: `${day}T15:00:00` },
})
const ROUTES = [
  ['D-12', 'Reparto Norte'],
  ['D-7', 'Reparto Sur'],
] as const

/** `discount`: the sum of the negative fees; a payment in `paid` has no part in the order. */
function order(
  id: number,
  day: string,
  lines: Json[],
  { fees = [], paid = 0, meta = [] as object[] } = {} as Parts,
): Json {
  const [code, name] = ROUTES[id % 2]!
  const sum = [...lines, ...fees].reduce((total, one) => total + Number(one.total), 0) - paid
  return orderJson(id, lines, {
    ...at(day),
    ...{ id, number: String(id), total: sum.toFixed(2), cart_tax: '0.00', fee_lines: fees },
    payment_method_title: 'Transferencia',
    meta_data: [entry('billing_reparto_cod', code), entry('billing_reparto', name), ...meta],
  })
}
interface Parts {
  fees?: Json[]
  paid?: number
  meta?: object[]
}

const pwCard = (code: string) => entry('pw_gift_card_number', code)
/** As a discount plug-in writes it to a line of several units. */
const saved = (title: string, initial_price: number, saved_amount: number) =>
  entry('_wdr_discounts', {
    ...{ initial_price, discounted_price: initial_price - saved_amount, saved_amount },
    applied_rules: [{ id: 1, title }],
  })
/** As Advanced Coupons writes it to an order. */
const credit = (amount: number) => ({ amount, raw_amount: amount, cart_total: amount * 6, currency: 'ARS' })

/** Ten orders of a month; ids from `from` on. */
const monthOf = (month: string, from: number, codes: { [name: string]: string }, more: number): Json[] => {
  const day = (date: number) => `${month}-0${date}`
  const k = (amount: number) => String(amount * more)
  return [
    order(from + 1, day(1), [line(21, 1, k(4000), pwCard(codes.card ?? ''))]),
    order(from + 2, day(2), [line(10, 1, k(8900))], { paid: 4000 * more }),
    order(from + 3, day(3), [line(10, 1, k(500))], {
      paid: 200 * more,
      // A sum and its parts, which are offered once.
      meta: [
        entry('_ywgc_applied_gift_cards_totals', k(200)),
        entry('_ywgc_applied_gift_cards', { [codes.gift ?? '']: 150 * more, 'CC33-DD44': 50 * more }),
      ],
    }),
    order(from + 4, day(4), [{ ...line(77, 1, k(1500)), name: 'Wallet Topup' }]),
    order(from + 5, day(5), [line(11, 1, k(1000))], {
      fees: [fee(51, codes.wallet ?? '', k(-600), '_via_wallet_partial_payment')],
    }),
    order(from + 6, day(6), [line(12, 2, k(160), saved(codes.rule ?? '', 100 * more, 20 * more))]),
    order(from + 7, day(7), [line(10, 1, k(800))], { fees: [fee(71, `Gift Card (${codes.gift})`, k(-150))] }),
    order(from + 8, day(8), [line(13, 1, k(300))], {
      fees: [fee(81, `Combo ${codes.combo}`, k(-30)), fee(82, 'Bonificación Banco Luna', k(-10))],
    }),
    order(from + 9, day(9), [line(13, 1, k(300))], { fees: [fee(91, `Combo ${codes.other}`, k(-20))] }),
    order(from + 11, day(9), [line(13, 1, k(300))], {
      ...{ paid: 50 * more, meta: [entry('acfw_store_credits_order_paid', credit(50 * more))] },
    }),
  ]
}

const SEEN = {
  ...{ card: 'AB12-CD34', wallet: 'Via wallet', rule: 'Martes 20 %', gift: 'AB12-CD34' },
  ...{ combo: 'Familiar', other: 'Verano' },
}
const HELD_BACK = {
  ...{ card: 'ZX98-YW76', wallet: 'Con la billetera', rule: 'Jueves 20 %', gift: 'QQ55-WW66' },
  ...{ combo: 'Parrillero', other: 'del Mundial' },
}

const product = (id: number, type: string): Json => ({
  ...{ id, name: `Producto ${id}`, type, status: 'publish', sku: `P${id}`, price: '100', permalink: '' },
  ...{ stock_status: 'instock', stock_quantity: null, parent_id: 0, categories: [], attributes: [] },
  ...{ meta_data: [], ...at('2026-01-01') },
})

describeOneEngine('the guided mapping of plug-ins', (engine) => {
  let shop: StoreServer
  let store: Store
  let app: TestApp
  beforeAll(async () => {
    const products = [10, 11, 12, 13, 77].map((id) => product(id, 'simple'))
    shop = await startStoreServer(undefined, {
      ...NO_RECORDS,
      products: [...products, product(21, 'pw-gift-card')],
      orders: [...monthOf('2026-09', 900, SEEN, 1), ...monthOf('2026-10', 1000, HELD_BACK, 3)],
      customers: [
        {
          ...{
            id: 1,
            email: 'duenia@ejemplo.test',
            role: 'administrator',
            first_name: 'Eva',
            last_name: 'Paz',
          },
          ...{ ...at('2026-01-01'), billing: {}, meta_data: [] },
        },
      ],
    })
    store = await engine.open()
    const now = () => new Date('2026-10-20T12:00:00Z')
    app = await testApp(store, { connection: openConnection(store), now })
    await post('', { url: shop.url, key: KEY, secret: SECRET })
  })
  afterAll(async () => {
    await app.close()
    await shop.close()
  })

  const post = async <T>(path: string, body: object): Promise<T> => {
    const answer = await app.post(PATH + path, body, 'superAdmin')
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }
  const examples = async (): Promise<NonNullable<ExamplesAnswer['examples']>> => {
    let answer = await post<ExamplesAnswer>('/mapping/examples', {})
    while (answer.state === 'reading') answer = await post('/mapping/examples', {})
    return answer.examples!
  }
  const propose = async (choices: object) =>
    (await post<ProposalAnswer>('/mapping/from-examples', choices)).proposal!
  let proposal: MappingProposal

  test('offers what the orders show, with amounts', async () => {
    const { offers, fields, families } = await examples()
    expect(
      offers.map(({ part, from, label, form, names, orders, amount, order_id }) => [
        ...[part, from, label.map(({ text }) => text).join(''), form, names.join(), orders, amount, order_id],
      ]),
    ).toEqual([
      ['voucher', 'product_type', 'pw-gift-card', 'exact', '', 1, 4000, 901],
      ['voucher', 'line_meta', 'pw_gift_card_number', 'exact', '', 1, 4000, 901],
      ['voucher', 'product', 'Wallet Topup', 'exact', '', 1, 1500, 904],
      ['payment', 'gap', '', 'exact', '', 3, 4250, 911],
      ['payment', 'fee_key', '_via_wallet_partial_payment', 'exact', 'Via wallet', 1, 600, 905],
      ['payment', 'order_meta', '_ywgc_applied_gift_cards_totals', 'exact', '', 1, 200, 903],
      ['payment', 'fee', 'Gift Card (', 'starts', '', 1, 150, 907],
      ['payment', 'order_meta', 'acfw_store_credits_order_paid.amount', 'exact', '', 1, 50, 911],
      // Two units save 20 each.
      ['saving', 'saved_amount', '_wdr_discounts.saved_amount', 'exact', 'Martes 20 %', 1, 40, 906],
    ])
    expect(fields.map(({ key, values, pair }) => [key, values, pair])).toEqual([
      ['billing_reparto', ['Reparto Sur', 'Reparto Norte'], 'billing_reparto_cod'],
      ['billing_reparto_cod', ['D-7', 'D-12'], 'billing_reparto'],
    ])
    const combos = families.find(({ names }) => names.some(({ name }) => name === 'Combo Verano'))
    expect(combos).toMatchObject({ report: null, suggested_report: 'boxes-mix', uses: 2, amount: 50 })
  })

  test('shows what the choices change, and changes nothing before', async () => {
    const { offers, families } = await examples()
    const familyOf = (wanted: string) =>
      families.find(({ names }) => names.some(({ name }) => name === wanted))?.id
    proposal = await propose({
      offers: offers.filter(({ from }) => from !== 'gap').map(({ id }) => id),
      discounts: [
        {
          ...{ family: familyOf('Combo Verano'), group: 'DESCUENTOS POR CATEGORÍA', sub_group: 'Combos' },
          report: 'boxes-mix',
        },
      ],
      distributor: { id_key: 'billing_reparto_cod', name_key: 'billing_reparto' },
    })
    const { effect } = proposal
    expect(effect.totals).toEqual([
      { total: 'gross', before: 4000 + 8900 + 500 + 1500 + 1000 + 160 + 800 + 900, after: 12_300 },
      { total: 'discount', before: 600 + 150 + 60, after: 60 + 40 },
      { total: 'net', before: 16_950, after: 12_200 },
      { total: 'paid', before: 0, after: 200 + 600 + 150 + 50 },
      { total: 'gap', before: -4250, after: -4000 },
    ])
    expect(effect.reports).toEqual([
      { report: 'boxes-mix', before: 0, after: 50, uses_before: 0, uses_after: 2 },
      { report: 'buy-x-get-y', before: 0, after: 0, uses_before: 0, uses_after: 0 },
    ])
    expect(effect.sub_groups).toEqual([
      { from: 'OTROS', to: 'DESCUENTOS POR CATEGORÍA', sub_group: 'Combos', uses: 2, amount: 50 },
    ])
    expect(effect.distributors.map(({ dist_id, name }) => [dist_id, name]).sort()).toEqual([
      ['0', 'Sin distribuidor'],
      ['D-12', 'Reparto Norte'],
      ['D-7', 'Reparto Sur'],
    ])
    const saved = await app.get(`${PATH}/mapping`, 'superAdmin')
    expect(saved.json().data.mapping).not.toHaveProperty('vouchers.product_ids.0')
  })

  test('holds for codes, names and amounts that no example had, once saved and imported', async () => {
    await post('/mapping', { mapping: proposal.mapping })
    expect((await app.post(`${PATH}/import`, {}, 'superAdmin')).statusCode).toBe(200)
    expect((await app.jobs.settled()).get('import')?.state).toBe('success')
    const rows = await store.all<{ order_id: number }>(
      sql`select order_id, gross, discount, gap, voucher_paid from orders where month = '2026-10' order by order_id`,
    )
    expect(rows.map((row) => Object.values(row))).toEqual([
      [1001, 0, 0, 0, 0],
      [1002, 26_700, 0, -12_000, 0],
      [1003, 1500, 0, 0, 600],
      [1004, 0, 0, 0, 0],
      [1005, 3000, 0, 0, 1800],
      [1006, 600, 120, 0, 0],
      [1007, 2400, 0, 0, 450],
      [1008, 900, 120, 0, 0],
      [1009, 900, 60, 0, 0],
      [1011, 900, 0, 0, 150],
    ])
    const boxes = await app.get('/api/reports/boxes-mix?start_date=2026-10', 'superAdmin')
    expect(
      boxes
        .json()
        .data.map(({ promo_name }: { promo_name: string }) => promo_name)
        .sort(),
    ).toEqual(['Combo Parrillero', 'Combo del Mundial'])
    const names = sql`select distinct name from order_discounts where month = '2026-10' order by name`
    expect((await store.all<{ name: string }>(names)).map(({ name }) => name)).toEqual([
      'Bonificación Banco Luna',
      'Combo Parrillero',
      'Combo del Mundial',
      'Jueves 20 %',
    ])
    const after = await examples()
    expect(after.offers.filter(({ chosen }) => chosen)).toHaveLength(8)
    expect(after.families.find(({ sub_group }) => sub_group === 'Combos')).toMatchObject({
      report: 'boxes-mix',
    })
  })

  test('refuses an offer that is no longer among the examples', async () => {
    const answer = await app.post(`${PATH}/mapping/from-examples`, { offers: ['product 9'] }, 'superAdmin')
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'The examples have changed'])
  })
})

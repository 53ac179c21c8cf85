// A simulated store: people order, shopkeepers edit, refund, bin, restore and delete, at random and on a simulated clock.
// Every action leaves the records as the real store would, including which ones change date_modified.
import type { Json, Recordings } from './recordings.ts'
import { chance } from './seeded.ts'

export interface LivingStore {
  readonly store: Recordings
  /** Milliseconds. */
  now(): number
  pass(ms: number): void
  /** Performs a random action; returns the orders that a webhook would report. */
  happen(): readonly number[]
  /** Writes every order again in the same second, as a bulk edit does. */
  bulkEdit(): void
}

const STATUSES = [
  'pending',
  'processing',
  'on-hold',
  'completed',
  'completed',
  'completed',
  'cancelled',
  'ready-to-delivery',
  'in-assembly',
  'returned',
]
const HOUR = 3600_000
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 19)
const money = (cents: number) => (cents / 100).toFixed(2)
const cents = (text: unknown) => Math.round(Number(text) * 100)

/** `pool`: recorded orders of every odd kind; the store begins with some of them, and clones the others. */
export function livingStore(recorded: Recordings, seed: number, start: number): LivingStore {
  const luck = chance(seed)
  let at = start
  let lastId = 100_000
  const newId = () => ++lastId
  const pool = recorded.orders.filter(({ status }) => status !== 'trash')
  const store: Recordings = {
    ...recorded,
    orders: [],
    refunds: [],
    products: structuredClone(recorded.products.slice(0, 24)),
    variations: new Map(),
    customers: structuredClone(recorded.customers.slice(0, 60)),
    categories: structuredClone(recorded.categories),
    coupons: structuredClone(recorded.coupons),
  }
  for (const product of store.products) {
    const own = recorded.variations.get(Number(product.id))
    if (own) store.variations.set(Number(product.id), structuredClone(own))
  }
  const before = new Map<number, string>()

  const dates = (name: string, ms: number) => ({
    [`date_${name}`]: iso(ms - 3 * HOUR),
    [`date_${name}_gmt`]: iso(ms),
  })
  /** Writes the record a little after its timestamp, as a slow request does; the timestamp never decreases. */
  const touch = (record: Json) => {
    const shown = Date.parse(`${record.date_modified_gmt}Z`) || 0
    const again = Array.isArray(record.refunds) && record.refunds.length > 0 ? 1000 : 0
    return Object.assign(record, dates('modified', Math.max(at - luck.between(0, 20) * 1000, shown + again)))
  }
  const living = () => store.orders.filter(({ status }) => status !== 'trash' && status !== 'checkout-draft')
  const productOf = (id: unknown) => store.products.find((product) => product.id === id)
  const list = (record: Json, name: string): Json[] => record[name] as Json[]

  /** Lines name products of this store, with their present SKU, like answers of the real store. */
  function settleLines(order: Json): void {
    for (const line of list(order, 'line_items')) {
      const variation = [...store.variations.values()].flat().find(({ id }) => id === line.variation_id)
      const product = productOf(line.product_id)
      if (!product) Object.assign(line, { product_id: 0, variation_id: 0, sku: null })
      else
        Object.assign(line, {
          sku: (variation ?? product).sku,
          variation_id: variation ? line.variation_id : 0,
        })
    }
  }

  function order(created: number, status?: string): Json {
    const made = structuredClone(luck.pick(pool)!)
    const id = newId()
    for (const name of ['line_items', 'fee_lines', 'coupon_lines', 'shipping_lines'])
      for (const line of list(made, name)) line.id = newId()
    const buyer = luck.happens(0.6) ? luck.pick(store.customers) : undefined
    Object.assign(made, {
      id,
      number: String(id),
      refunds: [],
      customer_id: buyer?.id ?? 0,
      status: status ?? luck.pick(STATUSES),
    })
    if (luck.happens(0.5)) {
      const line = luck.pick(list(made, 'line_items'))
      const product = luck.pick(store.products)
      if (line && product)
        Object.assign(line, {
          product_id: product.id,
          variation_id: luck.pick(store.variations.get(Number(product.id)) ?? [])?.id ?? 0,
          name: product.name,
        })
    }
    Object.assign(made, dates('created', created), dates('modified', created))
    settleLines(made)
    store.orders.push(made)
    return made
  }

  function refund(of: Json): void {
    const id = newId()
    const line = luck.happens(0.5) ? luck.pick(list(of, 'line_items')) : undefined
    const total = line
      ? cents(line.total) + cents(line.total_tax)
      : luck.between(1, Math.max(cents(of.total), 1))
    const amount = money(total)
    const lines = line
      ? [
          {
            ...structuredClone(line),
            id: newId(),
            quantity: -Number(line.quantity),
            total: money(-cents(line.total)),
            total_tax: money(-cents(line.total_tax)),
            meta_data: [{ id: newId(), key: '_refunded_item_id', value: String(line.id) }],
          },
        ]
      : []
    store.refunds.push({
      id,
      parent_id: of.id,
      ...dates('created', at),
      amount,
      reason: `Ajuste ${id}`,
      meta_data: [],
      line_items: lines,
      shipping_lines: [],
      tax_lines: [],
      fee_lines: [],
    })
    of.refunds = [
      ...list(of, 'refunds'),
      { id, reason: `Ajuste ${id}`, total: `-${amount}`, total_tax: '0.00' },
    ]
    touch(of)
  }

  const actions: Record<string, [weight: number, act: () => Json | undefined]> = {
    orders: [30, () => order(at - luck.between(0, 20) * 1000)],
    /** Dated back by hand, possibly into a month that is over. */
    ordersLate: [1, () => touch(order(at - luck.between(1, 40) * 24 * HOUR))],
    status: [16, () => edit(() => ({ status: luck.pick(STATUSES) }))],
    /** A view, a note to the customer, a plug-in: only the date changes. */
    looks: [10, () => edit(() => ({}))],
    amounts: [
      6,
      () =>
        edit((one) => {
          for (const line of list(one, 'line_items').slice(0, 1)) {
            const total = luck.between(0, 5_000_00)
            Object.assign(line, { quantity: luck.between(1, 9), subtotal: money(total), total: money(total) })
          }
          return { total: money(luck.between(1, 9_000_00)) }
        }),
    ],
    address: [
      3,
      () =>
        edit((one) => ({
          billing: {
            ...(one.billing as Json),
            state: luck.pick(['X', 'B', 'S', 'A', '']),
            first_name: `Ana ${newId()}`,
          },
        })),
    ],
    moved: [1, () => edit(() => dates('created', at - luck.between(0, 45) * 24 * HOUR))],
    refund: [
      6,
      () => {
        const one = luck.pick(living())
        if (one) refund(one)
        return one
      },
    ],
    /** Changes no date, neither that of the order nor any other. */
    refundGone: [
      4,
      () => {
        const gone = luck.pick(store.refunds)
        if (!gone) return undefined
        store.refunds.splice(store.refunds.indexOf(gone), 1)
        const of = store.orders.find(({ id }) => id === gone.parent_id)
        if (of) of.refunds = list(of, 'refunds').filter(({ id }) => id !== gone.id)
        return undefined
      },
    ],
    trash: [
      5,
      () => {
        const one = luck.pick(living())
        if (!one) return undefined
        before.set(Number(one.id), String(one.status))
        return touch(Object.assign(one, { status: 'trash' }))
      },
    ],
    restore: [
      3,
      () => {
        const one = luck.pick(store.orders.filter(({ status }) => status === 'trash'))
        return one && touch(Object.assign(one, { status: before.get(Number(one.id)) ?? 'pending' }))
      },
    ],
    /** Deleted without a date or a webhook. */
    delete: [
      3,
      () => {
        const one = luck.pick(store.orders)
        if (!one) return undefined
        store.orders.splice(store.orders.indexOf(one), 1)
        const kept = store.refunds.filter(({ parent_id }) => parent_id !== one.id)
        store.refunds.splice(0, store.refunds.length, ...kept)
        return undefined
      },
    ],
    draft: [3, () => void order(at, 'checkout-draft')],
    draftPlaced: [
      3,
      () => {
        const one = luck.pick(store.orders.filter(({ status }) => status === 'checkout-draft'))
        return one && touch(Object.assign(one, { status: 'processing' }, dates('created', at)))
      },
    ],
    account: [
      4,
      () => {
        const id = newId()
        store.customers.push({
          ...structuredClone(luck.pick(recorded.customers)!),
          id,
          email: `cuenta${id}@example.com`,
          ...dates('created', at),
          date_modified: null,
          date_modified_gmt: null,
        })
        return undefined
      },
    ],
    accountEdit: [
      3,
      () => {
        const one = luck.pick(store.customers)
        if (one)
          Object.assign(one, {
            role: luck.pick(['customer', 'empleado_arcor', 'mayorista']),
            ...dates('modified', at),
          })
        return undefined
      },
    ],
    /** Its orders stay without the account, and their dates do not change. */
    accountGone: [
      1,
      () => {
        const one = luck.pick(store.customers)
        if (!one) return undefined
        store.customers.splice(store.customers.indexOf(one), 1)
        for (const of of store.orders) if (of.customer_id === one.id) of.customer_id = 0
        return undefined
      },
    ],
    product: [
      3,
      () => {
        const one = luck.pick(store.products)
        if (one)
          touch(
            Object.assign(one, {
              price: money(luck.between(100, 9_000_00)),
              stock_status: luck.pick(['instock', 'outofstock']),
            }),
          )
        return undefined
      },
    ],
    /** Orders show the present SKU of the product. */
    sku: [
      1,
      () => {
        const one = luck.pick(store.products)
        if (!one) return undefined
        touch(Object.assign(one, { sku: `N${newId()}` }))
        for (const of of store.orders) settleLines(of)
        return undefined
      },
    ],
    productNew: [
      1,
      () => {
        store.products.push({
          ...structuredClone(luck.pick(recorded.products)!),
          id: newId(),
          type: 'simple',
          sku: `P${lastId}`,
          status: 'publish',
          ...dates('created', at),
          ...dates('modified', at),
        })
        return undefined
      },
    ],
    productTrash: [
      1,
      () => {
        const one = luck.pick(store.products)
        if (one) touch(Object.assign(one, { status: one.status === 'trash' ? 'publish' : 'trash' }))
        return undefined
      },
    ],
    /** Its orders keep only the name. */
    productGone: [
      1,
      () => {
        const one = luck.pick(store.products.filter(({ id }) => !store.variations.has(Number(id))))
        if (!one) return undefined
        store.products.splice(store.products.indexOf(one), 1)
        for (const of of store.orders) settleLines(of)
        return undefined
      },
    ],
    /** Changes the variation's date, not that of its product. */
    variation: [
      1,
      () => {
        const one = luck.pick([...store.variations.values()].flat())
        if (one)
          touch(
            Object.assign(one, {
              price: money(luck.between(100, 9_000_00)),
              stock_quantity: luck.between(0, 99),
            }),
          )
        return undefined
      },
    ],
    category: [
      1,
      () => {
        const one = luck.pick(store.categories)
        if (one) one.name = `Rubro ${newId()}`
        return undefined
      },
    ],
    coupon: [
      2,
      () => {
        const one = luck.pick(store.coupons)
        if (one) touch(Object.assign(one, { description: `Cambio ${newId()}` }))
        return undefined
      },
    ],
    couponGone: [
      1,
      () => {
        if (store.coupons.length > 8) store.coupons.splice(luck.between(0, store.coupons.length - 1), 1)
        return undefined
      },
    ],
  }

  function edit(change: (one: Json) => Json): Json | undefined {
    const one = luck.pick(living())
    if (!one) return undefined
    return touch(Object.assign(one, change(one)))
  }

  const weighted = Object.values(actions).flatMap(([weight, act]) =>
    Array.from({ length: weight }, () => act),
  )
  for (let count = 0; count < 110; count++) order(start - luck.between(1, 62 * 24) * HOUR)

  return {
    store,
    now: () => at,
    pass: (ms) => {
      at += ms
    },
    happen() {
      const touched = luck.pick(weighted)?.()
      return touched ? [Number(touched.id)] : []
    },
    bulkEdit() {
      for (const one of living()) Object.assign(one, dates('modified', at))
    },
  }
}

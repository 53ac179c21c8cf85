// A bakery whose coupons, distributors, roles and categories are unknown to the default mapping, small enough to add up by hand.
import { addMonths } from '#contract/month.ts'
import type { Json, Recordings } from './recordings.ts'

/** The running month; examples are read from the orders of May. */
export const BAKERY_NOW = new Date('2026-06-15T12:00:00Z')

const PEOPLE = [
  [1, 'Juana', 'Iriarte', 'customer'],
  [2, 'Marcos', 'Ledesma', 'socio_club'],
  [3, 'Olga', 'Quiroga', 'socio_club'],
  [4, 'Tobías', 'Urrutia', 'gremio'],
  [5, 'Wanda', 'Zabala', 'customer'],
  [6, 'Ciro', 'Beltrán', 'customer'],
] as const

const phoneOf = (id: number) => `+54 9 351 555-000${id}`
const emailOf = (first: string) => `${first.toLowerCase()}@mail.example.net`
const billingOf = (first_name: string, last_name: string) => ({
  first_name,
  last_name,
  city: 'Rosario',
  state: 'S',
  country: 'AR',
  email: emailOf(first_name),
})

/** Texts that must never be shown to a person who maps the shop. */
export const BAKERY_PEOPLE = PEOPLE.flatMap(([id, first, last]) => [
  `${first} ${last}`,
  emailOf(first),
  phoneOf(id),
])

const dates = (day: string) => ({
  date_created: `${day}T12:00:00`,
  date_created_gmt: `${day}T15:00:00`,
  date_modified: `${day}T12:00:00`,
  date_modified_gmt: `${day}T15:00:00`,
})

const category = (id: number, name: string, parent = 0): Json => ({
  id,
  name,
  slug: name.toLowerCase(),
  parent,
})

const product = (id: number, name: string, categories: number[], brand: string): Json => ({
  id,
  name,
  type: 'simple',
  sku: `P${id}`,
  status: 'publish',
  price: '100',
  permalink: '',
  stock_status: 'instock',
  stock_quantity: null,
  parent_id: 0,
  ...dates('2026-01-01'),
  categories: categories.map((one) => ({ id: one })),
  attributes: [{ name: 'Marca', options: [brand] }],
  meta_data: [{ key: 'linea', value: brand === 'Sol' ? 'Diaria' : 'Fiesta' }],
})

const ROUTES = { N1: 'Reparto Norte', S2: 'Reparto Sur' } as const

interface Told {
  readonly status?: string
  readonly route?: keyof typeof ROUTES
  /** Code and discount. */
  readonly coupon?: readonly [string, number]
  /** Name and discount. */
  readonly fee?: readonly [string, number]
}

function order(
  id: number,
  day: string,
  buyer: number,
  productId: number,
  price: number,
  { status = 'completed', route, coupon, fee }: Told,
): Json {
  const [customer_id = 0, first_name = '', last_name = ''] = PEOPLE[buyer - 1] ?? []
  const after = price - (coupon?.[1] ?? 0)
  return {
    id,
    number: String(id),
    status,
    currency: 'ARS',
    prices_include_tax: false,
    ...dates(day),
    shipping_total: '0.00',
    shipping_tax: '0.00',
    total: String(after - (fee?.[1] ?? 0)),
    customer_id,
    payment_method: 'cod',
    payment_method_title: 'Contado',
    billing: { ...billingOf(first_name, last_name), phone: phoneOf(buyer) },
    meta_data: [
      ...(route
        ? [
            { key: 'reparto_cod', value: route },
            { key: 'reparto_nombre', value: ROUTES[route] },
          ]
        : []),
      { key: 'recibe', value: `${first_name} ${last_name}` },
      { key: 'aviso', value: emailOf(first_name) },
      { key: 'contacto_entrega', value: phoneOf(buyer) },
      { key: 'regalo', value: buyer % 2 === 0 ? 'yes' : 'no' },
      { key: 'dia_entrega', value: day },
    ],
    line_items: [
      {
        id: id * 10,
        name: `Producto ${productId}`,
        product_id: productId,
        variation_id: 0,
        quantity: 1,
        subtotal: String(price),
        subtotal_tax: '0',
        total: String(after),
        total_tax: '0',
        sku: `P${productId}`,
        meta_data: [],
      },
    ],
    coupon_lines: coupon
      ? [{ id: id * 10 + 1, code: coupon[0], discount: String(coupon[1]), discount_tax: '0', meta_data: [] }]
      : [],
    fee_lines: fee
      ? [{ id: id * 10 + 2, name: fee[0], total: String(-fee[1]), total_tax: '0', meta_data: [] }]
      : [],
    refunds: [],
  }
}

/** `month`: the last complete one. */
export function bakery(month = '2026-05'): Recordings {
  const [before, after] = [addMonths(month, -1), addMonths(month, 1)]
  const orders = [
    order(401, `${before}-20`, 2, 13, 900, { route: 'N1', coupon: ['socio-abril', 40] }),
    order(501, `${month}-02`, 1, 11, 1000, { route: 'N1', coupon: ['socio-abril', 100] }),
    order(502, `${month}-03`, 2, 12, 2000, { route: 'N1', coupon: ['socio-mayo', 200] }),
    order(503, `${month}-04`, 3, 12, 500, { route: 'S2', fee: ['Bonificación Tarjeta Sol 10%', 50] }),
    order(504, `${month}-05`, 4, 13, 4000, { route: 'S2', fee: ['Bonificación Tarjeta Sol 20%', 800] }),
    order(505, `${month}-06`, 5, 11, 700, { route: 'N1', coupon: ['fiesta26', 70], status: 'processing' }),
    order(506, `${month}-07`, 6, 12, 300, {}),
    order(507, `${month}-08`, 1, 14, 1000, { route: 'S2', coupon: ['fiesta25', 10], status: 'cancelled' }),
    order(601, `${after}-01`, 1, 11, 5000, { route: 'N1' }),
  ]
  // Half of the price of one unit of order 502 was refunded.
  const refunded = orders.find(({ id }) => id === 502) ?? {}
  refunded.refunds = [{ id: 5021, reason: '', total: '-150.00' }]
  return {
    orders,
    refunds: [
      {
        id: 5021,
        parent_id: 502,
        ...dates(`${month}-09`),
        amount: '150.00',
        reason: '',
        line_items: [],
        shipping_lines: [],
        fee_lines: [],
      },
    ],
    products: [
      product(11, 'Pan integral', [4, 1], 'Sol'),
      product(12, 'Medialuna', [6], 'Luna'),
      product(13, 'Miñón', [3], 'Sol'),
      product(14, 'Torta', [5], 'Luna'),
    ],
    variations: new Map(),
    customers: PEOPLE.map(([id, first_name, last_name, role]) => ({
      id,
      email: emailOf(first_name),
      first_name,
      last_name,
      role,
      ...dates('2026-03-01'),
      billing: billingOf(first_name, last_name),
      meta_data: [],
    })),
    categories: [
      category(1, 'Ofertas'),
      category(2, 'Tienda'),
      category(3, 'Panes', 2),
      category(4, 'Integrales', 3),
      category(5, 'Dulces', 2),
      category(6, 'Facturas', 5),
    ],
    coupons: [],
  }
}

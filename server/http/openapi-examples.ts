// Examples of the API's description, made from its schemas: a value per wire name, so that every answer shows a whole one.

/** What a field of this name looks like; fields without one here say it themselves in the contract. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  access_token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
  action: 'user.update',
  at: '2026-05-31 12:30:00',
  avatar: '',
  average_ticket: 12_500.5,
  business: 'Chocolates',
  category_id: 21,
  changes: '{"role":["","admin"]}',
  city: 'Rosario',
  color: '#7048e8',
  command_name: 'orders',
  company: 'Arcor',
  corporate_name: 'Empleado Arcor',
  coupon_code: 'hotsale2026',
  created_at: '2026-05-02 09:15:00',
  cron_id: 'summaries',
  currency: 'ARS',
  customer_id: 87,
  data_updated_at: '2026-05-31T12:00:00.000Z',
  day: 14,
  days_old: 12,
  delivery_url: 'https://gondola.example.com/api/webhooks/woocommerce',
  detail: '{"months":["2026-05"]}',
  device: 'dashboard-web',
  discount: 1_250,
  discount_id: 90_411,
  discount_name: 'hotsale2026',
  discount_per_unit: 125,
  discount_price: 1_250,
  discount_unit_amount: 125,
  discount_value: 1_250,
  display_name: 'Delia Dueña',
  dist_email: 'ventas@norte.example.com',
  dist_id: '10118',
  dist_ids: '10118',
  dist_name: 'Distribuidora Norte',
  email: 'ana@example.com',
  employee_id: '4021',
  finished_at: '2026-05-31 12:31:00',
  firstName: 'Ana',
  firstname: 'Ana',
  from: '2026-05-01',
  group: 'bank',
  icon: 'candy',
  id: 7,
  increment: 12.5,
  increment_units: 8.3,
  invoice_number: 'A-0001-00004567',
  key: 'ck_0123456789abcdef0123456789abcdef01234567',
  label: 'Completadas',
  last_delivery: '2026-05-31 12:30:00',
  label_unit_discount: 'Hot Sale 2026',
  lastName: 'Álvarez',
  last_run: '2026-05-31 12:30:00',
  last_sign_in: '2026-05-31 08:02:11',
  line_id: 90_410,
  locality: 'Fisherton',
  'main-city': 'Rosario',
  'main-state': 'SANTA FE',
  main_city: 'Rosario',
  main_state: 'SANTA FE',
  message: '1 mes rehecho',
  month: '2026-05',
  months: '2026-05',
  name: 'Ana',
  next_run: '2026-06-01 06:30:00',
  only_coupon: 'hotsale2026',
  only_discount: 'hotsale2026',
  order: 'DESC',
  order_id: 4_567,
  order_status: 'wc-completed',
  order_subtotal: 12_500,
  order_total: 11_250,
  original_role: 'empleado_arcor',
  page: 1,
  page_count: 4,
  password: 'una clave bien larga',
  per_page: 25,
  percent: 41.7,
  percent_amount: 41.7,
  percent_units_sold: 38.2,
  percent_without_stock: 12.5,
  price: 1_250,
  product: 'Alfajor de chocolate x 12',
  product_id: 311,
  product_name: 'Alfajor de chocolate x 12',
  product_qty: 2,
  promo: 'Hot Sale 2026',
  promo_name: 'Hot Sale 2026',
  refunded: 0,
  role: 'Arcor',
  roleId: '3',
  role_name: 'empleado_arcor',
  scope: '10118',
  secret_end: '…c3d4',
  secret: 'cs_0123456789abcdef0123456789abcdef01234567',
  segment: 'Tabletas',
  sku: 'ALF-012',
  started_at: '2026-05-31 12:30:00',
  state: 'SANTA FE',
  status: 'wc-completed',
  stock_quantity: 0,
  stock_status: 'outofstock',
  subMonths: 1,
  sub_group: 'hotsale2026',
  subject: 'ana@example.com',
  surname: 'Álvarez',
  time_zone: 'America/Argentina/Buenos_Aires',
  to: '2026-05-31',
  token: 'q3Zr0b7m',
  total: 87,
  type: 'ORDEN',
  unit_discount_price: 1_125,
  unit_price_list: 1_250,
  units: 12,
  quantity: 12,
  updated_at: '2026-05-31T12:00:00.000Z',
  url: 'https://shop.example.com/producto/alfajor',
  users: 2,
  values: '2026-05',
  variation_id: 0,
  version: '0.1.0',
  who: 'delia@example.com',
}

/** Keys of objects that are told by key. */
const KEYS: Readonly<Record<string, string>> = {
  data: '2026-05',
  distinct_total_orders: '2026-05',
  orders: 'wc-completed',
}

const BY_TYPE: Readonly<Record<string, unknown>> = {
  string: 'texto',
  integer: 42,
  number: 1_250_000.5,
  boolean: true,
  null: null,
}

export interface Schema {
  readonly type?: string | readonly string[]
  readonly example?: unknown
  readonly default?: unknown
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  /** What counts where nothing is sent: of parameters that are text on the wire and something else inside. */
  readonly whenAbsent?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly minimum?: number
  readonly maximum?: number
}

/** A value that the schema allows, as a field of that name would hold it. */
export function exampleOf(schema: Schema, name = ''): unknown {
  if ('example' in schema) return schema.example
  if ('const' in schema) return schema.const
  if (schema.enum) return 'default' in schema ? schema.default : schema.enum[0]
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice) return exampleOf(choice, name)
  const [type = ''] = [schema.type ?? ''].flat()
  if (type === 'array') return exampleOfList(schema.items ?? {}, name)
  if (type === 'object') return exampleOfObject(schema, name)
  const named = BY_NAME[name] ?? BY_NAME[name.replace(/^only_/, '')]
  const fits = typeof named === (type === 'integer' ? 'number' : type)
  if (type === 'string' && typeof named === 'number') return String(named)
  return fits ? named : 'default' in schema ? schema.default : BY_TYPE[type]
}

/** Of every kind that the list may hold, one. */
const exampleOfList = (items: Schema, name: string): unknown[] =>
  (items.oneOf ?? [items]).map((item) => exampleOf(item, name))

function exampleOfObject({ properties = {}, additionalProperties }: Schema, name: string): object {
  const fields = Object.entries(properties).map(([key, field]) => [key, exampleOf(field, key)])
  const told = typeof additionalProperties === 'object' && KEYS[name] !== undefined
  return Object.fromEntries(told ? [...fields, [KEYS[name], exampleOf(additionalProperties)]] : fields)
}

import { entryOf } from '#contract/entry.ts'

/** Example texts by field name, for fields that do not declare one in the contract. */
const BY_NAME: Readonly<Record<string, string>> = {
  access_token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
  action: 'user.update',
  avatar: '',
  business: 'Chocolates',
  changes: '{"role":["","admin"]}',
  city: 'Rosario',
  color: '#7048e8',
  command_name: 'orders',
  company: 'Arcor',
  corporate_name: 'Empleado Arcor',
  coupon_code: 'hotsale2026',
  currency: 'ARS',
  data_updated_at: '2026-05-31T12:00:00.000Z',
  delivery_url: 'https://gondola.example.com/api/webhooks/woocommerce',
  detail: '{"months":["2026-05"]}',
  device: 'dashboard-web',
  discount_name: 'hotsale2026',
  display_name: 'Delia Dueña',
  dist_email: 'ventas@norte.example.com',
  dist_id: '10118',
  dist_ids: '10118',
  dist_name: 'Distribuidora Norte',
  email: 'ana@example.com',
  employee_id: '4021',
  firstName: 'Ana',
  firstname: 'Ana',
  from: '2026-05-01',
  group: 'bank',
  icon: 'candy',
  invoice_number: 'A-0001-00004567',
  number: 'PED-2026-0007',
  key: 'ck_0123456789abcdef0123456789abcdef01234567',
  label: 'Completadas',
  label_unit_discount: 'Hot Sale 2026',
  lastName: 'Álvarez',
  locality: 'Fisherton',
  'main-city': 'Rosario',
  'main-state': 'SANTA FE',
  main_city: 'Rosario',
  main_state: 'SANTA FE',
  message: '1 mes rehecho',
  month: '2026-05',
  months: '2026-05',
  name: 'Ana',
  coupon: 'hotsale2026',
  discount: 'hotsale2026',
  order_id: '4567',
  order_status: 'wc-completed',
  original_role: 'empleado_arcor',
  password: 'una clave bien larga',
  product: 'Alfajor de chocolate x 12',
  product_id: '311',
  product_name: 'Alfajor de chocolate x 12',
  promo: 'Hot Sale 2026',
  promo_name: 'Hot Sale 2026',
  role: 'Arcor',
  role_name: 'empleado_arcor',
  scope: '10118',
  secret_end: '…c3d4',
  secret: 'cs_0123456789abcdef0123456789abcdef01234567',
  segment: 'Tabletas',
  sku: 'ALF-012',
  state: 'SANTA FE',
  status: 'wc-completed',
  stock_status: 'outofstock',
  sub_group: 'hotsale2026',
  subject: 'ana@example.com',
  surname: 'Álvarez',
  time_zone: 'America/Argentina/Buenos_Aires',
  to: '2026-05-31',
  token: 'q3Zr0b7m',
  type: 'ORDEN',
  url: 'https://shop.example.com/producto/alfajor',
  values: '2026-05',
  version: '0.1.0',
  who: 'delia@example.com',
}

/** Keys of records by field name. */
const KEYS: Readonly<Record<string, string>> = {
  data: '2026-05',
  distinct_total_orders: '2026-05',
  orders: 'wc-completed',
}

const BY_TYPE: Readonly<Record<string, unknown>> = {
  string: 'texto',
  integer: 42,
  number: 12_500.5,
  boolean: true,
  null: null,
}

export interface Schema {
  readonly type?: string | readonly string[]
  readonly example?: unknown
  readonly default?: unknown
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  /** Default of a parameter that is a text on the wire and another type in the server. */
  readonly whenAbsent?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly minimum?: number
  readonly maximum?: number
}

/** A value that the schema allows for a field of that name. */
export function exampleOf(schema: Schema, name = ''): unknown {
  if ('example' in schema) return schema.example
  if ('const' in schema) return schema.const
  if (schema.enum) return 'default' in schema ? schema.default : schema.enum[0]
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice) return exampleOf(choice, name)
  const [type = ''] = [schema.type ?? ''].flat()
  if (type === 'array') return exampleOfList(schema.items ?? {}, name)
  if (type === 'object') return exampleOfObject(schema, name)
  const named =
    type === 'string' ? (entryOf(BY_NAME, name) ?? entryOf(BY_NAME, name.replace(/^only_/, ''))) : undefined
  return named ?? ('default' in schema ? schema.default : entryOf(BY_TYPE, type))
}

/** One example of every kind of element that the list allows. */
const exampleOfList = (items: Schema, name: string): unknown[] =>
  (items.oneOf ?? [items]).map((item) => exampleOf(item, name))

function exampleOfObject({ properties = {}, additionalProperties }: Schema, name: string): object {
  const fields = Object.entries(properties).map(([key, field]) => [key, exampleOf(field, key)])
  const isRecord = typeof additionalProperties === 'object' && entryOf(KEYS, name) !== undefined
  return Object.fromEntries(
    isRecord ? [...fields, [entryOf(KEYS, name), exampleOf(additionalProperties)]] : fields,
  )
}

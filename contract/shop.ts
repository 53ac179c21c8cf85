import { z } from 'zod'
import { crons } from './crons.ts'
import { type DataOf, endpoint } from './endpoint.ts'
import { isShopKey, isWebAddress } from './shop-keys.ts'
import { MAPPING_PARTS, SHOP_CHECKS, WEBHOOK_STATES } from './shop-states.ts'
import { count, settingRevision, text, utcTime } from './vocabulary.ts'

const access = 'settings'

const address = text
  .transform((value) => value.trim())
  .refine(isWebAddress, { message: 'must be an address such as https://shop.example.com' })
const keyed = (prefix: 'ck' | 'cs') =>
  text
    .transform((value) => value.trim())
    .refine((value) => isShopKey(prefix, value), { message: `must begin with ${prefix}_` })

const keys = z.object({
  url: address,
  key: keyed('ck').optional().describe('Without it the one that is kept, for the same address'),
  secret: keyed('cs').optional(),
  certificate: z
    .string()
    .trim()
    .max(65_536)
    .optional()
    .describe(
      'PEM, for a store whose certificate is not signed by a public authority; without it, the saved one. Trusted from the test on',
    ),
})

const connection = z.object({
  connected: z.boolean(),
  source: z
    .enum(['environment', 'stored'])
    .nullable()
    .describe('environment: GONDOLA_WOOCOMMERCE_*, which override the stored keys'),
  url: z.string().nullable(),
  key_end: z.string().nullable().meta({ description: 'The last four characters', example: '…a1b2' }),
  secret_end: z.string().nullable(),
  readable: z
    .boolean()
    .describe('False: keys are stored, but sealed with another secret key; save them again'),
  kept_by: z
    .enum(['environment', 'file', 'memory'])
    .describe('Where the key that seals them is: GONDOLA_SECRET_KEY, a file of the data folder'),
  engine: z.enum(['duckdb', 'postgres']),
  holds: z
    .enum(['empty', 'demo', 'shop'])
    .describe('Origin of the stored data; the first import replaces a demo'),
  imported: z.boolean().describe('The store came in whole at least once'),
  certificate: z.boolean().describe('A certificate for this store is saved'),
  own_admin: z
    .boolean()
    .describe(
      'False: every superAdmin belongs to the demo and would lose access with the first import; create another account first',
    ),
})

export const shopConnection = endpoint('GET /api/config/store', {
  access,
  summary: 'Which store is connected, and how; never its keys',
  data: connection,
})

export const saveShop = endpoint('POST /api/config/store', {
  access,
  failures: ['store-from-environment'],
  summary: 'Stores the address and keys of the store, encrypted',
  description: '409 while the environment gives them. Leaves a line in the trail, without the keys.',
  body: keys.extend({
    webhook_secret: text
      .optional()
      .describe('Of webhooks made by hand in WooCommerce; those that Góndola makes bring theirs'),
  }),
  data: connection,
})

export const removeShop = endpoint('DELETE /api/config/store', {
  access,
  failures: ['store-from-environment'],
  summary: 'Deletes the keys; imported data stays',
  data: connection,
})

const check = z.object({
  check: z.enum(SHOP_CHECKS),
  state: z.enum(['ok', 'warning', 'failed']),
  message: z.string().describe('In Spanish, for the person who connects the store'),
})

export const testShop = endpoint('POST /api/config/store/test', {
  access,
  summary: 'Tests what these keys can read in the store',
  description: '200 even if the store refuses: the checks name the problem and its cause.',
  body: keys,
  data: z.object({
    ok: z.boolean().describe('Nothing failed'),
    checks: z.array(check),
    store: z
      .object({
        name: z.string(),
        version: z.string().describe('Of WooCommerce; empty if unknown'),
        orders: count.nullable(),
        currency: z.string(),
        time_zone: z.string(),
        can_write: z.boolean().describe('The key may make webhooks'),
      })
      .nullable(),
  }),
})

export const importStore = endpoint('POST /api/config/store/import', {
  access,
  failures: ['no-store', 'import-without-super-admin', 'cron-running'],
  summary: 'Starts the full import in the background and returns its state',
  description:
    'The job `import` of the crons. 409 without a store, while it runs, or if every superAdmin would lose access.',
  data: crons.response.shape.data.element,
})

const json = z.record(z.string(), z.unknown())

export const shopMapping = endpoint('GET /api/config/store/mapping', {
  access,
  summary: 'How the store records distributors, companies and benefits',
  data: z.object({
    source: z
      .enum(['file', 'stored', 'defaults'])
      .describe('file: mapping.json of the data folder, which wins and is edited there'),
    mapping: json.describe('The effective mapping, including defaults'),
    defaults: json,
    revision: settingRevision,
  }),
})

const mappingBody = z.object({
  mapping: json
    .nullable()
    .describe('The whole mapping, or only what differs from the defaults; null: the defaults'),
})

export const saveMapping = endpoint('POST /api/config/store/mapping', {
  access,
  failures: ['mapping-from-file', 'mapping-changed'],
  summary: 'Saves a mapping and reclassifies stored rows as far as they allow',
  description:
    'An invalid mapping is a 400 that names every mistake by its place (`mapping.discounts.3.pattern`). 409 while mapping.json in the data folder overrides it. `needs_import` names the parts that only a full import can apply to earlier orders.',
  body: mappingBody.extend({ revision: settingRevision.optional() }),
  data: z.object({
    message: z.string(),
    sorted: z.object({
      discounts: count.describe('Stored discounts with another place now'),
      customers: count.describe('Stored accounts with another company now'),
      months: count.describe('Months whose figures are recomputed'),
    }),
    needs_import: z.array(z.enum(MAPPING_PARTS)),
  }),
})

const named = z.object({ name: z.string(), count })

export const previewMapping = endpoint('POST /api/config/store/mapping/preview', {
  access,
  failures: ['no-store', 'store-down'],
  summary: 'Result of a mapping for the store’s last orders; nothing is saved',
  description: '409 without a store. The last 50 orders are read from it.',
  body: mappingBody,
  data: z.object({
    orders: count,
    from: z.string().nullable().describe('Day of the first of these orders, YYYY-MM-DD'),
    to: z.string().nullable(),
    rules: z.array(count).describe('How many discounts each rule of `discounts` caught'),
    discounts: z.array(
      z.object({
        kind: z.enum(['coupon', 'fee']),
        name: z.string(),
        count,
        rule: z.number().int().nullable().describe('Place of the rule from 0; null: none'),
        group: z.string(),
        sub_group: z.string(),
        promo_name: z.string(),
        promo_type: z.enum(['', 'boxes-mix', 'buy-x-get-y']),
      }),
    ),
    distributors: z.array(named.extend({ dist_id: z.string() })),
    without_distributor: count,
    companies: z.array(named.extend({ role: z.string() })),
    unknown_roles: z.array(named),
    businesses: z
      .array(named.extend({ segment: z.string() }))
      .describe('Lines of these orders by business and segment'),
  }),
})

const webhooks = z.object({
  can_receive: z.boolean().describe('A secret to check signatures with is known'),
  delivery_url: z.string().describe('Where the store delivers'),
  asked: z.boolean().describe('The store reported their state; false: see `message`'),
  message: z.string().describe('Why not, in Spanish; empty otherwise'),
  topics: z.array(
    z.object({
      topic: z.string().meta({ example: 'order.updated' }),
      state: z.enum(WEBHOOK_STATES),
      deliveries: count.describe('Received and signed'),
      last_delivery: utcTime.nullable(),
    }),
  ),
})

export const shopWebhooks = endpoint('GET /api/config/store/webhooks', {
  access,
  summary: 'State of the store’s webhooks and their last deliveries',
  data: webhooks,
})

export const enableWebhooks = endpoint('POST /api/config/store/webhooks', {
  access,
  failures: ['no-store'],
  summary: 'Creates missing webhooks in the store and reactivates stopped ones',
  description: 'Needs a key with write permission: 409 with the reason otherwise.',
  body: z.object({
    delivery_url: address
      .optional()
      .describe('Address of Góndola as the store reaches it; by default GONDOLA_PUBLIC_URL'),
  }),
  data: webhooks,
})

export type ShopConnection = z.infer<typeof connection>
export type ShopCheck = z.infer<typeof check>
export type ShopTest = DataOf<typeof testShop>
export type ShopMapping = DataOf<typeof shopMapping>
export type SavedMapping = DataOf<typeof saveMapping>
export type MappingPreview = DataOf<typeof previewMapping>
export type ShopWebhooks = z.infer<typeof webhooks>

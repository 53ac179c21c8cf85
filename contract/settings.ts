import { z } from 'zod'
import { type DataOf, endpoint } from './endpoint.ts'
import { PERMISSIONS } from './permissions.ts'

const option = <const Name extends string, Values extends z.ZodType>(name: Name, values: Values) =>
  z.object({ option: z.literal(name), values })

const configOption = z.discriminatedUnion('option', [
  option(
    'show_max_month',
    z.string().meta({ description: 'Latest month to choose, YYYY-MM', example: '2026-05' }),
  ),
  option('store_name', z.string().describe('Name of the shop; empty when it is not known')),
  option('currency', z.string().meta({ description: 'ISO 4217', example: 'ARS' })),
  option('time_zone', z.string().meta({ example: 'America/Argentina/Buenos_Aires' })),
  option('months', z.array(z.string()).describe('Months that hold orders, oldest first')),
  option('data_until', z.string().nullable().describe('Day of the newest order until today, YYYY-MM-DD')),
  option(
    'cut_after',
    z.string().nullable().meta({
      description:
        'Last day with orders of the newest month where that is over and was read only in part: its changes say nothing; null: it is complete, or running',
      example: '2026-05-20',
    }),
  ),
  option(
    'running_until',
    z.string().meta({
      description:
        'Day and time of the newest order of the calendar month until now, on the shop’s clock; the present time if it has none',
      example: '2026-05-20 15:32:10',
    }),
  ),
  option('data_updated_at', z.string().nullable().describe('Last change of any data (ISO 8601, UTC)')),
  option(
    'shop_read_at',
    z
      .string()
      .nullable()
      .describe('Last successful reading of the connected shop (ISO 8601, UTC); null without one'),
  ),
  option('shop_late', z.boolean().describe('The connected shop should have been read since')),
  option('demo', z.boolean().describe('The data is generated for a demonstration')),
  option('mail', z.boolean().describe('Mail can be sent, so links that reset a password arrive')),
  option('version', z.string().meta({ description: 'Of the product', example: '0.1.0' })),
])

export const config = endpoint('GET /api/config', {
  access: 'session',
  forApiTokens: true,
  summary: 'Options of the shop and of the product that every screen needs',
  data: z.array(configOption),
})

export const configRoles = endpoint('GET /api/config/roles', {
  access: 'settings',
  summary: 'Roles that an account can be given',
  data: z.array(
    z.object({
      id: z.number().int(),
      name: z.string().meta({ example: 'superAdmin' }),
      built_in: z.boolean().describe('Can be neither edited nor deleted'),
      permissions: z.array(z.enum(PERMISSIONS)),
      dist_ids: z.array(z.string()).nullable().describe('Distributors the role is limited to; null: all'),
    }),
  ),
})

export const health = endpoint('GET /api/health', {
  access: 'public',
  summary: 'Whether the server and its store answer; 503 when the store does not',
  data: z.object({
    ok: z.literal(true),
    version: z.string(),
    engine: z.enum(['duckdb', 'postgres']),
    data_updated_at: z.string().nullable(),
    writable: z
      .boolean()
      .describe('False when the disk is full or the database only takes reads: reads work, writes do not'),
  }),
})

export const readiness = endpoint('GET /api/health/ready', {
  access: 'public',
  summary: 'Whether a load balancer should send calls to this server, and the state of its parts',
  description:
    'For load balancers. 503 while the server drains before it stops, while the store does not answer, and without the built web application; `errors` names the part. With a full disk, a database that only takes reads or a failed import the answer stays 200, since screens work.',
  data: z.object({
    store: z.enum(['ok', 'read-only']).describe('read-only: the database refused the last write'),
    disk: z.enum(['ok', 'full']).describe('full: reads work, writes do not'),
    jobs: z
      .enum(['ok', 'failing', 'off'])
      .describe(
        'The schedule of this server; failing: it has not reached the database for a minute; off: not started',
      ),
    import: z.enum(['idle', 'running', 'failed']).describe('The full import, on any server'),
    shop: z
      .enum(['ok', 'late', 'off'])
      .describe('The connected shop; late: not read for over three minutes; off: none'),
    web: z.enum(['ok', 'off']).describe('The web application; off: this server has only the API'),
  }),
})

export type Config = DataOf<typeof config>

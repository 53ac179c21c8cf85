// Personal data of one person, to be exported or deleted.
import { z } from 'zod'
import { type DataOf, endpoint } from './endpoint.ts'
import { count, text } from './vocabulary.ts'

/** Display names of the tables that hold personal data. */
export const PERSONAL_TABLES = {
  customers: 'Cuentas de la tienda',
  orders: 'Órdenes',
  order_lines: 'Productos comprados',
  order_discounts: 'Beneficios usados',
  order_past_states: 'Estados anteriores de órdenes',
  order_refunds: 'Reembolsos',
  removals: 'Registros quitados, que se pueden restaurar',
  file_import_orders: 'Órdenes como eran antes de importar archivos, para deshacer',
  file_import_records: 'Cuentas como eran antes de importar archivos, para deshacer',
  file_import_rejects: 'Rechazos como eran antes de importar archivos, para deshacer',
  coupons: 'Cupones que nombran el correo',
  users: 'Cuentas de Góndola',
  sessions: 'Sesiones',
  password_resets: 'Cambios de contraseña pedidos',
  second_factors: 'Segundo factor',
  recovery_codes: 'Códigos de recuperación',
  passkeys: 'Llaves de acceso',
  identities: 'Identidad en el proveedor de ingreso',
  link_requests: 'Pedidos de unión con el proveedor de ingreso',
  api_tokens: 'Tokens de acceso',
  data_links: 'Enlaces de datos',
  views: 'Vistas guardadas',
  view_choices: 'Vistas elegidas',
  boards: 'Tableros',
  notes: 'Notas',
  opportunity_decisions: 'Decisiones sobre oportunidades',
  goal_changes: 'Cambios de metas',
  alerts: 'Alertas',
  alert_follows: 'Alertas seguidas',
  alert_incidents: 'Avisos de alertas',
  notices: 'Avisos',
  deliveries: 'Envíos',
  delivery_recipients: 'Envíos que recibe',
  mail_allowances: 'Correos permitidos',
  distributor_emails: 'E-mails de distribuidores',
  sheet_schedules: 'Envíos mensuales de fichas',
  sheet_mails: 'Fichas enviadas',
  webhook_targets: 'Avisos a otros programas',
  muted_mails: 'Correos silenciados',
  outbox: 'Mensajes',
  outbox_attempts: 'Intentos de envío',
  audit: 'Auditoría',
  rejects: 'Registros rechazados',
  job_runs: 'Corridas de crones',
  jobs: 'Crones',
  settings: 'Ajustes',
} as const

export type PersonalTable = keyof typeof PERSONAL_TABLES

/** Personal data outside the database, which an export does not contain. */
export const ELSEWHERE = [
  'La tienda (WooCommerce) guarda sus propios datos.',
  'Las copias de seguridad guardan lo que había al hacerse, hasta que vencen.',
  'El registro del servidor guarda números de cuenta y de token, sin nombres ni correos.',
] as const

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** Looser than an e-mail check: orders entered by hand hold addresses that no form would accept. */
const storedEmail = text
  .max(255)
  .transform((value) => value.trim())
  .refine((value) => /[^\s@]@[^\s@]/.test(value), 'must be an e-mail')
  .meta({ example: 'persona@example.com' })

const person = {
  access: 'settings',
  recentPassword: true,
} as const

export const personData = endpoint('POST /api/people/data', {
  ...person,
  summary: 'What is stored about a person, found by e-mail, as JSON or as a workbook',
  files: ['xlsx'],
  description:
    'Also needs the permission to see personal data. Leaves out keys and hashes of secrets. Adds an audit entry with the caller.',
  body: z.object({
    email: storedEmail,
    format: z.enum(['json', 'xlsx']).default('json').describe('xlsx: a row per value'),
  }),
  data: z.object({
    sections: z.array(
      z.object({
        key: z.enum(Object.keys(PERSONAL_TABLES) as [PersonalTable, ...PersonalTable[]]),
        title: z.string(),
        rows: z.array(z.record(z.string(), cell)),
      }),
    ),
    elsewhere: z.array(z.string()),
  }),
})

export const forgetPersonCall = endpoint('POST /api/people/forget', {
  ...person,
  summary: 'Deletes the personal data of a person; figures stay',
  description:
    'Also needs the permission to see personal data. Cannot be undone. An active account of Góndola stays: delete it first.',
  body: z.object({ email: storedEmail }),
  data: z.object({
    customers: count,
    orders: count,
    account_in_use: z.boolean(),
    elsewhere: z.array(z.string()),
  }),
})

export type PersonData = DataOf<typeof personData>

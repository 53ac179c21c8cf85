// Where personal data is stored: every table of the database, how the rows of a person are found, and what a deletion does
// to them. A test compares this list with the schema.
import type { PersonalTable } from '#contract/people.ts'
import { writtenForms } from '#server/domain/e-mails.ts'
import { foldedEmail } from '#server/domain/folded.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'

export type Person = { readonly email: string } | { readonly customerId: number }

export interface Found {
  readonly emails: readonly string[]
  readonly customerIds: readonly number[]
  readonly ordersOf: Sql
  /** Accounts of Góndola with these e-mails. */
  readonly userIds: readonly number[]
  /** Deleted accounts among them. */
  readonly deletedIds: readonly number[]
}

export async function find(queries: Queries, person: Person): Promise<Found> {
  const own = 'email' in person ? foldedEmail(person.email) : ''
  const which = 'email' in person ? sql`email = ${own}` : sql`customer_id = ${person.customerId}`
  const accounts = await queries.all<{ customer_id: number; email: string }>(
    sql`select customer_id, email from customers where ${which}`,
  )
  const told = 'email' in person ? accounts.map((one) => one.customer_id) : [person.customerId]
  const emails = [...new Set([own, ...accounts.map(({ email }) => email)])].filter((email) => email !== '')
  const customerIds = [...new Set(told)].filter((id) => id > 0)
  const users = await queries.all<{ user_id: number; is_deleted: boolean }>(
    sql`select user_id, deleted_at is not null as is_deleted from users where email in (${emails})`,
  )
  return {
    emails,
    customerIds,
    ordersOf: sql`(customer_id in (${customerIds}) or email in (${emails}))`,
    userIds: users.map(({ user_id }) => user_id),
    deletedIds: users.flatMap(({ user_id, is_deleted }) => (is_deleted ? user_id : [])),
  }
}

/** Effect of a deletion on the rows: clears their personal fields, deletes those of deleted accounts, or replaces the e-mail. */
type Forgetting = 'cleared' | 'deleted' | 'replaced'

interface Held {
  readonly rows: (person: Found) => Sql
  /** Columns that are shown to the person. */
  readonly columns: readonly string[]
  /** Hashes and keys, which are never shown. */
  readonly secret?: readonly string[]
  readonly forget: Forgetting
  /** Rows of a deleted account that others still use: they stay, without its name. */
  readonly kept?: Sql
}

const ofUser = ({ userIds }: Found) => sql`user_id in (${userIds})`
const ofOrder = ({ ordersOf }: Found) => sql`order_id in (select order_id from orders where ${ordersOf})`

/** Rows that quote the e-mail, or a longer one that contains it; the reader tells them apart. */
const quoting =
  (...columns: string[]) =>
  ({ emails }: Found) =>
    holdsOne(columns, emails.flatMap(writtenForms))

/** The columns hold one of the texts, or one that differs in letter case or accents; the reader tells them apart. */
export const holdsOne = (columns: readonly string[], texts: readonly string[]): Sql =>
  sql.join(
    [
      sql`false`,
      ...columns.flatMap((column) =>
        texts.map((text) => sql`strpos(folded(${sql.identifier(column)}), folded(${text})) > 0`),
      ),
    ],
    sql` or `,
  )

/** Removed records of the person's accounts. */
const ofAccount = ({ customerIds }: Found): Sql =>
  sql.join(
    [sql`false`, ...customerIds.map((id) => sql`strpos(content, ${`"customer_id":${id},`}) > 0`)],
    sql` or `,
  )

const own = (columns: string, secret = '', kept?: Sql): Held => ({
  rows: ofUser,
  columns: columns.split(' '),
  secret: secret.split(' ').filter(Boolean),
  forget: 'deleted',
  ...(kept && { kept }),
})
const quoted = (columns: string, ...searched: string[]): Held => ({
  rows: quoting(...searched),
  columns: columns.split(' '),
  forget: 'replaced',
})

export const HELD: Readonly<Record<PersonalTable, Held>> = {
  customers: {
    rows: ({ customerIds }) => sql`customer_id in (${customerIds})`,
    columns:
      'customer_id registered_at email first_name last_name role company employee_id locality city province dist_id allow_communications allow_samples'.split(
        ' ',
      ),
    forget: 'cleared',
  },
  orders: {
    rows: ({ ordersOf }) => ordersOf,
    columns:
      'order_id number created_at status customer_id email first_name last_name city province dist_id invoice_number payment_method currency net total'.split(
        ' ',
      ),
    forget: 'cleared',
  },
  order_lines: { rows: ofOrder, columns: 'order_id sku name quantity net'.split(' '), forget: 'replaced' },
  order_discounts: {
    rows: ofOrder,
    columns: 'order_id kind name sub_group promo_name amount'.split(' '),
    forget: 'replaced',
  },
  order_past_states: {
    rows: ofOrder,
    columns: 'order_id city province payment_method status modified_at'.split(' '),
    forget: 'cleared',
  },
  order_refunds: {
    rows: ofOrder,
    columns: 'order_id created_at amount reason'.split(' '),
    forget: 'cleared',
  },
  removals: {
    rows: (person) => sql`(${quoting('content')(person)} or ${ofAccount(person)})`,
    columns: 'collection record_id label number total found_at content'.split(' '),
    forget: 'cleared',
  },
  file_import_orders: {
    rows: quoting('content'),
    columns: 'import_id order_id content'.split(' '),
    forget: 'cleared',
  },
  file_import_records: {
    rows: (person) => sql`(${quoting('content')(person)} or ${ofAccount(person)})`,
    columns: 'import_id collection record_id content'.split(' '),
    forget: 'cleared',
  },
  file_import_rejects: quoted('import_id source record_id reason rejected_at', 'record_id', 'reason'),
  coupons: quoted('coupon_id code description', 'code', 'description'),
  users: {
    rows: ofUser,
    columns: 'user_id email email_proven name role dist_ids created_at last_sign_in_at deleted_at'.split(' '),
    secret: ['password_hash'],
    forget: 'cleared',
  },
  sessions: own('user_id view_user_id device client network created_at used_at expires_at revoked_at'),
  password_resets: own('user_id email expires_at', 'token_hash'),
  second_factors: own('user_id created_at', 'secret'),
  recovery_codes: own('user_id', 'code_hash'),
  passkeys: own('user_id name created_at used_at', 'credential_id public_key transports'),
  identities: own('user_id issuer subject created_at checked_at', 'refresh_token'),
  link_requests: own('user_id issuer subject name asked_at', 'request_id'),
  api_tokens: own(
    'user_id name hint permissions dist_ids network created_at expires_at used_at revoked_at',
    'token_hash',
  ),
  data_links: own('user_id name question hint created_at used_at uses revoked_at', 'secret_hash'),
  views: own(
    'user_id name address question created_at changed_at',
    '',
    sql`view_id in (select thing_id from shares where kind = 'view')`,
  ),
  view_choices: own('user_id view_id pinned opens'),
  boards: own(
    'user_id name pins changed_at',
    '',
    sql`board_id in (select thing_id from shares where kind = 'board')`,
  ),
  // Entries about a day stay, without their author.
  notes: {
    rows: (person) => sql`(${ofUser(person)} or ${quoting('text')(person)})`,
    columns: 'user_id from_date to_date text created_at'.split(' '),
    forget: 'replaced',
  },
  opportunity_decisions: {
    rows: (person) => sql`(${ofUser(person)} or ${quoting('reason')(person)})`,
    columns: 'user_id dist_id product_id state reason decided_at'.split(' '),
    forget: 'replaced',
  },
  // Goals belong to the company; the account that set one stays as a number.
  goal_changes: {
    rows: ofUser,
    columns: 'user_id changed_at measure dimension cells'.split(' '),
    forget: 'replaced',
  },
  alerts: own(
    'user_id name question condition created_at',
    '',
    sql`alert_id in (select thing_id from shares where kind = 'alert')`,
  ),
  alert_follows: own('user_id alert_id muted snoozed_until evaluated_at'),
  alert_incidents: own('user_id alert_id value_key started_at ended_at'),
  notices: own('user_id kind title body created_at read_at'),
  deliveries: own(
    'user_id name question address every on_day at_time attachment paused trouble created_at',
    'link_key',
  ),
  delivery_recipients: own('user_id delivery_id unsubscribed_at'),
  mail_allowances: quoted('user_id email_or_domain allowed_at', 'email_or_domain'),
  distributor_emails: quoted('dist_id email', 'email'),
  sheet_schedules: own('user_id dist_ids with_names on_day at_time paused created_at'),
  sheet_mails: {
    rows: (person) => sql`(${ofUser(person)} or ${quoting('email')(person)})`,
    columns: 'user_id dist_id month email with_names written_at'.split(' '),
    secret: ['refusal_key', 'link_key'],
    forget: 'replaced',
  },
  webhook_targets: own('user_id name host of_shop created_at removed_at', 'address secret', sql`of_shop`),
  muted_mails: own('user_id topic'),
  // Mails without an account contain their address, encrypted; it is erased once they are sent or given up.
  outbox: own('user_id channel topic state reason created_at ended_at', 'content dedupe_key message_ref'),
  outbox_attempts: quoted('message_id started_at outcome reason', 'reason'),
  audit: {
    rows: (person) => sql`(${ofUser(person)} or ${quoting('who', 'subject', 'changes')(person)})`,
    columns: 'done_at user_id who action subject changes'.split(' '),
    forget: 'replaced',
  },
  rejects: quoted('source record_id reason rejected_at', 'record_id', 'reason'),
  job_runs: quoted('job_key started_at message detail', 'message', 'detail'),
  jobs: quoted('job_key message', 'message'),
  settings: quoted('option value', 'value'),
}

/** Tables of the database that hold nothing about a person, and why. */
export const NOT_HELD: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'order_parents',
      'order_status_changes',
      'large_orders',
      'file_imports',
      'import_recipes',
      'delivery_promises',
      'product_costs',
      'inbox_files',
      'products',
      'product_categories',
      'categories',
      'data_versions',
      'import_cursors',
      'sync_cursors',
      'sync_months',
      'webhook_deliveries',
      'roles',
      'shares',
      'goals',
      'former_names',
    ].map((table) => [table, 'about the shop, the product or a run'] as const),
  ),
  distributors: 'a business, with its address of contact',
  sign_in_attempts: 'hashes of networks and addresses, gone after an hour',
  used_tokens: 'random numbers, gone when they expire',
  sheet_refusals: 'hashes of addresses that asked for no more mails',
  forgotten_people: 'hashes that keep a forgotten person from coming back',
  ...Object.fromEntries(
    ['served', 'month_buyers', 'shared_buyers', 'first_months'].map(
      (name) =>
        [`rollup_${name}`, 'account numbers, and guests by a keyed hash that forgetting replaces'] as const,
    ),
  ),
  rollup_guest_accounts: 'numbers of orders and accounts',
  rollup_purchases: 'names as in accounts and orders, which forgetting clears there and here',
  ...Object.fromEntries(
    [
      ...['months', 'orders', 'provinces', 'businesses', 'segments', 'products', 'discounts', 'buyers'],
      ...['companies', 'customers', 'sold', 'cohorts', 'payments', 'benefit_groups', 'segment_provinces'],
    ].map((name) => [`rollup_${name}`, 'sums'] as const),
  ),
}

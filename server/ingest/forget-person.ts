// Deletes a person's data: rows keep their figures, names and addresses are removed, and a mark prevents later imports from
// restoring them.
import { createHash } from 'node:crypto'
import { writtenForms } from '#server/domain/e-mails.ts'
import { DECISIONS_VERSION } from '#server/figures/opportunities/decisions.ts'
import { trackChange } from '#server/rollups/difference.ts'
import { rebuildMonths } from '#server/rollups/rebuild.ts'
import { type Sql, sql, utc } from '#server/store/sql.ts'
import type { Queries, Store, Value } from '#server/store/store.ts'
import { bumpVersions, dirtyMonths } from '#server/store/versions.ts'
import { clearImportedPeople } from './file-import-rows.ts'
import {
  ensureSalt,
  forgottenPeople,
  hashOf,
  lockForgotten,
  NO_CUSTOMER_PERSON,
  NO_ORDER_PERSON,
  pseudonymOf,
  textWithout,
} from './forgotten.ts'
import { type Found, find, HELD, holdsOne, type Person } from './personal-data.ts'
import { clearRemovedPeople } from './removal/removals.ts'
import { forgetRejects } from './write-rejects.ts'

export interface PersonRows {
  readonly customers: number
  readonly orders: number
}

interface Bought {
  readonly order_id: number
  readonly month: string
  readonly email: string
}

const monthsOfOrders = (orders: readonly Bought[]): string[] =>
  [...new Set(orders.map(({ month }) => month))].sort()

/** Accounts may buy with several e-mails. */
const usedEmails = (orders: readonly Bought[]): string[] => [...new Set(orders.map(({ email }) => email))]

export async function countPersonRows(queries: Queries, person: Person): Promise<PersonRows> {
  return counted(queries, await find(queries, person))
}

/** `also` runs in the same transaction with the person's pseudonym. */
export function forgetPerson(
  store: Store,
  person: Person,
  now: Date,
  also: (tx: Queries, pseudonym: string) => Promise<void>,
): Promise<PersonRows> {
  return store.transaction(async (tx) => {
    await lockForgotten(tx, 'forget')
    const found = await find(tx, person)
    const rows = await counted(tx, found)
    const salt = await ensureSalt(tx)
    const orders = await tx.all<Bought>(
      sql`select order_id, month, email from orders where ${found.ordersOf}`,
    )
    await mark(tx, found, orders, { salt, now })
    const months = await monthsOf(tx, found)
    // Purchases have the names of their buyers, and rollups identify guests by a hash of their e-mail.
    const touched = { orders: orders.map(({ order_id }) => order_id), months: monthsOfOrders(orders) }
    const updateRollups = await trackChange(tx, { ...touched, customers: [] }, 'now')
    await clearOrders(tx, found, orders, salt)
    await clearCustomers(tx, found, salt)
    await clearAccounts(tx, found, salt)
    await clearTraces(tx, found, orders, salt)
    await clearNames(tx, found, salt)
    await clearRemovedPeople(tx)
    await clearImportedPeople(tx)
    await updateRollups()
    const dirty = (await dirtyMonths(tx)).filter((month) => months.includes(month))
    // These texts also quote names of products and discounts.
    await rebuildMonths(tx, [...new Set([...(await clearTexts(tx, found)), ...dirty])].sort())
    // Figures do not change, but lists that show the person do.
    await bumpVersions(tx, [
      ...months,
      'dimensions',
      'accounts',
      'audit',
      'jobs',
      'views',
      'notes',
      DECISIONS_VERSION,
    ])
    const [email] = found.emails
    await also(tx, email === undefined ? `#${found.customerIds.join(', ')}` : pseudonymOf(email, salt))
    return rows
  })
}

async function counted(queries: Queries, { customerIds, ordersOf }: Found): Promise<PersonRows> {
  const row = await queries.one<PersonRows>(sql`
    select (select count(*) from orders where ${ordersOf}) as orders,
      (select count(*) from customers where customer_id in (${customerIds})) as customers`)
  return { orders: Number(row?.orders ?? 0), customers: Number(row?.customers ?? 0) }
}

async function mark(
  tx: Queries,
  { emails, customerIds }: Found,
  orders: readonly Bought[],
  { salt, now }: { salt: string; now: Date },
): Promise<void> {
  // Orders with another e-mail are recognised by neither e-mail nor account once the shop deletes the account.
  const others = orders.filter(({ email }) => !emails.includes(email))
  const marks = [
    ...emails.map((email) => ['email', hashOf(email, salt)] as const),
    ...customerIds.map((id) => ['customer', String(id)] as const),
    ...others.map(({ order_id }) => ['order', String(order_id)] as const),
  ]
  for (const [kind, value] of marks) {
    await tx.run(sql`delete from forgotten_people where kind = ${kind} and value = ${value}`)
    await tx.run(sql`
      insert into forgotten_people (kind, value, forgotten_at)
      values (${kind}, ${value}, ${utc(now)})`)
  }
}

async function monthsOf(tx: Queries, { customerIds, ordersOf }: Found): Promise<string[]> {
  const rows = await tx.all<{ month: string }>(sql`
    select month from orders where ${ordersOf}
    union select month from customers where customer_id in (${customerIds})`)
  return rows.map(({ month }) => month)
}

const changes = (fields: Readonly<Record<string, Value>>): Sql =>
  sql.join(Object.entries(fields).map(([name, value]) => sql`${sql.identifier(name)} = ${value}`))

async function clearOrders(tx: Queries, { ordersOf }: Found, orders: readonly Bought[], salt: string) {
  await tx.run(sql`
    update order_refunds set reason = ''
    where order_id in (select order_id from orders where ${ordersOf})`)
  await tx.run(sql`
    update order_past_states set city = ''
    where order_id in (select order_id from orders where ${ordersOf})`)
  await tx.run(
    sql`update orders set ${changes(NO_ORDER_PERSON)}, city = case when strpos(city, '@') > 0 then '' else city end where ${ordersOf}`,
  )
  // Each e-mail gets its own pseudonym.
  for (const email of usedEmails(orders))
    await tx.run(sql`
      update orders set email = ${pseudonymOf(email, salt)} where email = ${email} and ${ordersOf}`)
}

async function clearCustomers(tx: Queries, { customerIds, emails }: Found, salt: string): Promise<void> {
  const which = sql`customer_id in (${customerIds})`
  await tx.run(sql`update customers set ${changes(NO_CUSTOMER_PERSON)} where ${which}`)
  for (const email of emails)
    await tx.run(
      sql`update customers set email = ${pseudonymOf(email, salt)} where email = ${email} and ${which}`,
    )
}

/** Deleted accounts of Góndola: their row stays for the audit trail, without personal data. */
async function clearAccounts(tx: Queries, { deletedIds, emails }: Found, salt: string): Promise<void> {
  const which = sql`user_id in (${deletedIds})`
  for (const [table, { forget, kept = sql`false` }] of Object.entries(HELD))
    if (forget === 'deleted')
      await tx.run(sql`delete from ${sql.identifier(table)} where ${which} and not (${kept})`)
  await tx.run(sql`
    update users set name = '', password_hash = '', dist_ids = null, last_sign_in_at = null where ${which}`)
  for (const email of emails)
    await tx.run(
      sql`update users set email = ${pseudonymOf(email, salt)} where email = ${email} and ${which}`,
    )
}

/** The audit entry of an account has its name before and after each change. */
async function clearNames(tx: Queries, { deletedIds, emails }: Found, salt: string): Promise<void> {
  if (deletedIds.length === 0) return
  const subjects = [...emails, ...emails.map((email) => pseudonymOf(email, salt))]
  const rows = await tx.all<{ audit_id: number; changes: string }>(
    sql`select audit_id, changes from audit where subject in (${subjects}) and changes like '%"name"%'`,
  )
  for (const { audit_id, changes: text } of rows) {
    const { name: _, ...rest } = JSON.parse(text)
    await tx.run(sql`update audit set changes = ${JSON.stringify(rest)} where audit_id = ${audit_id}`)
  }
}

/** Free text of the shop that may quote an e-mail, such as codes of personal coupons. */
const TEXTS = [
  { table: 'order_lines', keys: ['order_id', 'line_id'], columns: ['name'] },
  {
    table: 'order_discounts',
    keys: ['order_id', 'discount_id'],
    columns: ['name', 'sub_group', 'promo_name'],
  },
  { table: 'coupons', keys: ['coupon_id'], columns: ['code', 'description'] },
] as const

/** Replaces the person's e-mail, which must already be marked. Returns the changed months. */
async function clearTexts(tx: Queries, { emails }: Found): Promise<string[]> {
  const forgotten = await forgottenPeople(tx)
  if (!forgotten) return []
  const months = new Set<string>()
  for (const { table, keys, columns } of TEXTS) {
    const rows = await tx.all<Record<string, Value>>(
      sql`select * from ${sql.identifier(table)} where ${holdsOne(columns, emails)}`,
    )
    for (const row of rows) {
      const cleared = columns.map((column) => [column, textWithout(String(row[column]), forgotten)] as const)
      if (cleared.every(([column, text]) => text === row[column])) continue
      const which = keys.map((key) => sql`${sql.identifier(key)} = ${row[key] ?? null}`)
      await tx.run(sql`
        update ${sql.identifier(table)} set ${changes(Object.fromEntries(cleared))}
        where ${sql.join(which, sql` and `)}`)
      if (typeof row.month === 'string') months.add(row.month)
    }
  }
  return [...months].sort()
}

/**
 * Matches the e-mail by itself, inside a code or after an escaped sign as in 'where=city%3Aana@example.com', but not inside another
 * e-mail: 'ana@example.com' matches neither 'mariana@example.com' nor 'ana@example.com.ar'.
 */
export const emailPattern = (email: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}.%+'](?<!%(?:25)?(?!2B|25|27)[0-7][\\dA-F]))(?:${written(email)})(?![\\p{L}\\p{N}]|\\.\\p{L}{2}(?!\\p{L}))`,
    'giu',
  )

const written = (email: string): string =>
  writtenForms(email)
    .map((form) => form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('|')

/** Logs, and texts of the users, that may quote an e-mail, with their keys. */
const TRACES = [
  { table: 'audit', keys: ['audit_id'], columns: ['who', 'subject', 'changes'] },
  { table: 'job_runs', keys: ['run_id'], columns: ['message', 'detail'] },
  { table: 'jobs', keys: ['job_key'], columns: ['message'] },
  { table: 'outbox', keys: ['message_id'], columns: ['content', 'reason'] },
  { table: 'outbox_attempts', keys: ['message_id', 'attempt'], columns: ['reason'] },
  { table: 'rejects', keys: ['source', 'record_id'], columns: ['record_id', 'reason'] },
  {
    table: 'file_import_rejects',
    keys: ['import_id', 'source', 'record_id'],
    columns: ['record_id', 'reason'],
  },
  { table: 'views', keys: ['view_id'], columns: ['name', 'address', 'question', 'table_call'] },
  { table: 'boards', keys: ['board_id'], columns: ['name', 'pins'] },
  { table: 'data_links', keys: ['link_id'], columns: ['name', 'question'] },
  { table: 'notices', keys: ['notice_id'], columns: ['title', 'body', 'links'] },
  { table: 'alerts', keys: ['alert_id'], columns: ['name', 'question'] },
  { table: 'alert_incidents', keys: ['incident_id'], columns: ['value_key'] },
  {
    table: 'deliveries',
    keys: ['delivery_id'],
    columns: ['name', 'question', 'table_call', 'address', 'trouble'],
  },
  { table: 'mail_allowances', keys: ['allowance_id'], columns: ['email_or_domain'] },
  { table: 'distributor_emails', keys: ['dist_id'], columns: ['email'] },
  { table: 'sheet_mails', keys: ['sheet_id'], columns: ['email'] },
  { table: 'webhook_targets', keys: ['webhook_id'], columns: ['name'] },
  { table: 'api_tokens', keys: ['token_id'], columns: ['name'] },
  { table: 'notes', keys: ['note_id'], columns: ['text'] },
  { table: 'opportunity_decisions', keys: ['decision_id'], columns: ['reason'] },
  { table: 'settings', keys: ['option'], columns: ['value'], where: sql`option = 'import_report'` },
] as const

/** Tables whose rows say nothing without the e-mail. */
const GONE: readonly string[] = ['rejects', 'file_import_rejects', 'mail_allowances', 'distributor_emails']

interface Trace {
  readonly which: Sql
  readonly after: Readonly<Record<string, string>>
}

/** The key of a guest in questions. */
const guestKey = (email: string): string => `guest-${createHash('md5').update(email).digest('hex')}`

/** Rows that quote the e-mail, or filter by it as a guest's, with their text after it is replaced by `name`. */
async function quoting(
  tx: Queries,
  { table, keys, columns, ...more }: (typeof TRACES)[number],
  email: string,
  name: string,
): Promise<Trace[]> {
  const guest = guestKey(email)
  const holds = holdsOne(columns, [...writtenForms(email), guest])
  const rows = await tx.all<Record<string, Value>>(sql`
    select * from ${sql.identifier(table)}
    where (${holds}) and ${'where' in more ? more.where : sql`true`}`)
  const pattern = emailPattern(email)
  return rows.flatMap((row) => {
    const texts = columns.filter((column) => row[column] !== null)
    const before = Object.fromEntries(texts.map((column) => [column, String(row[column])]))
    const after = Object.fromEntries(
      Object.entries(before).map(([column, text]) => [
        column,
        text.replace(pattern, name).replaceAll(guest, guestKey(name)),
      ]),
    )
    const same = keys.map((key) => sql`${sql.identifier(key)} = ${row[key] ?? null}`)
    const isQuoted = texts.some((column) => before[column] !== after[column])
    return isQuoted ? { which: sql.join(same, sql` and `), after } : []
  })
}

/** Clears the logs of imports and jobs, and the audit trail. */
async function clearTraces(
  tx: Queries,
  { emails, customerIds }: Found,
  orders: readonly Bought[],
  salt: string,
): Promise<void> {
  const orderIds = orders.map(({ order_id }) => String(order_id))
  await forgetRejects(tx, 'orders', orderIds)
  await forgetRejects(tx, 'customers', customerIds.map(String))
  for (const email of new Set([...emails, ...usedEmails(orders)])) {
    const name = pseudonymOf(email, salt)
    // Empty, or already a pseudonym.
    if (email === name) continue
    for (const trace of TRACES) {
      const table = sql.identifier(trace.table)
      for (const { which, after } of await quoting(tx, trace, email, name)) {
        if (GONE.includes(trace.table)) await tx.run(sql`delete from ${table} where ${which}`)
        else await tx.run(sql`update ${table} set ${changes(after)} where ${which}`)
      }
    }
  }
}

// Deletes a person's data: rows keep their figures, names and addresses go, and a mark keeps them from coming back with the
// next reading of the shop. Room ingest: may import domain and store.
import { foldedEmail } from '#server/domain/folded.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries, Store, Value } from '#server/store/store.ts'
import { bump } from '#server/store/versions.ts'
import { ensureSalt, hashOf, NO_CUSTOMER_PERSON, NO_ORDER_PERSON, pseudonymOf } from './forgotten.ts'

export type Person = { readonly email: string } | { readonly customerId: number }

export interface PersonRows {
  readonly customers: number
  readonly orders: number
}

interface Found {
  readonly emails: readonly string[]
  readonly customerIds: readonly number[]
  readonly ordersOf: Sql
}

interface Bought {
  readonly order_id: number
  readonly email: string
}

/** Accounts also buy with other e-mails. */
const usedEmails = (orders: readonly Bought[]): string[] => [...new Set(orders.map(({ email }) => email))]

/** What is stored of a person, before anything is done. */
export async function lookForPerson(queries: Queries, person: Person): Promise<PersonRows> {
  return counted(queries, await find(queries, person))
}

/** `also` is written in the same transaction, with the name that stands in the person's place. */
export function forgetPerson(
  store: Store,
  person: Person,
  now: Date,
  also: (tx: Queries, pseudonym: string) => Promise<void>,
): Promise<PersonRows> {
  return store.transaction(async (tx) => {
    const found = await find(tx, person)
    const rows = await counted(tx, found)
    const salt = await ensureSalt(tx)
    const orders = await tx.all<Bought>(sql`select order_id, email from orders where ${found.ordersOf}`)
    await mark(tx, found, orders, { salt, now })
    const months = await monthsOf(tx, found)
    await clearOrders(tx, found, orders, salt)
    await clearCustomers(tx, found, salt)
    await clearTraces(tx, found, orders, salt)
    // Figures stand; lists that showed the person do not.
    await bump(tx, [...months, 'dimensions', 'audit', 'jobs'])
    const [email] = found.emails
    await also(tx, email === undefined ? `#${found.customerIds.join(', ')}` : pseudonymOf(email, salt))
    return rows
  })
}

async function find(queries: Queries, person: Person): Promise<Found> {
  const own = 'email' in person ? foldedEmail(person.email) : ''
  const which = 'email' in person ? sql`email = ${own}` : sql`customer_id = ${person.customerId}`
  const accounts = await queries.all<{ customer_id: number; email: string }>(
    sql`select customer_id, email from customers where ${which}`,
  )
  const told = 'email' in person ? accounts.map((one) => one.customer_id) : [person.customerId]
  const emails = [own, ...accounts.map(({ email }) => email)].filter((email) => email !== '')
  const customerIds = [...new Set(told)].filter((id) => id > 0)
  return {
    emails: [...new Set(emails)],
    customerIds,
    ordersOf: sql`(customer_id in (${customerIds}) or email in (${[...new Set(emails)]}))`,
  }
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
  const at = now.toISOString().slice(0, 19).replace('T', ' ')
  // Neither by the account, once the shop deletes it, nor by its e-mail would these be known again.
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
      values (${kind}, ${value}, cast(${at} as timestamp))`)
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

async function clearOrders(
  tx: Queries,
  { ordersOf }: Found,
  orders: readonly Bought[],
  salt: string,
): Promise<void> {
  await tx.run(sql`
    update order_refunds set reason = ''
    where order_id in (select order_id from orders where ${ordersOf})`)
  await tx.run(sql`update orders set ${changes(NO_ORDER_PERSON)} where ${ordersOf}`)
  // Each e-mail gets its own name, as before.
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

/** What imports, jobs and the trail wrote down in passing. */
async function clearTraces(
  tx: Queries,
  { emails, customerIds }: Found,
  orders: readonly Bought[],
  salt: string,
): Promise<void> {
  const rejected = (source: string, ids: readonly number[]) =>
    tx.run(sql`delete from rejects where source = ${source} and record_id in (${ids.map(String)})`)
  await rejected(
    'orders',
    orders.map(({ order_id }) => order_id),
  )
  await rejected('customers', customerIds)
  for (const email of new Set([...emails, ...usedEmails(orders)])) {
    // Nothing, or a name already.
    if (email === pseudonymOf(email, salt)) continue
    const name = pseudonymOf(email, salt)
    const replaced = (table: string, columns: readonly string[]) => {
      const set = columns.map((column) => {
        const text = sql.identifier(column)
        return sql`${text} = replace(${text}, ${email}, ${name})`
      })
      const holds = columns.map((column) => sql`strpos(${sql.identifier(column)}, ${email}) > 0`)
      return tx.run(sql`
        update ${sql.identifier(table)} set ${sql.join(set)} where ${sql.join(holds, sql` or `)}`)
    }
    await tx.run(
      sql`delete from rejects where strpos(lower(reason), ${email}) > 0 or strpos(lower(record_id), ${email}) > 0`,
    )
    await replaced('audit', ['who', 'subject', 'changes'])
    await replaced('job_runs', ['message', 'detail'])
    await replaced('jobs', ['message'])
    await tx.run(sql`
      update settings set value = replace(value, ${email}, ${name})
      where option = 'import_report' and strpos(value, ${email}) > 0`)
  }
}

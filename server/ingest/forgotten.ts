// Marks of people whose data was deleted; imports replace their names and addresses with placeholders.
import { createHmac, randomBytes } from 'node:crypto'
import { replaceEmails } from '#server/domain/e-mails.ts'
import type { CouponFact, CustomerFact, OrderFacts } from '#server/domain/facts.ts'
import { foldedEmail } from '#server/domain/folded.ts'
import { isPlaceholder, placeholderOf } from '#server/domain/placeholder-email.ts'
import { acquireLock } from '#server/store/locks.ts'
import { readSetting, writeSetting } from '#server/store/settings.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'

/** Setting with the salt of the hashes; without the database a guessed e-mail cannot be checked. */
const SALT = 'forgotten_salt'

export interface Forgotten {
  readonly hashes: ReadonlySet<string>
  readonly customers: ReadonlySet<number>
  /** Orders of a forgotten account with another e-mail. */
  readonly orders: ReadonlySet<number>
  readonly salt: string
}

/** Undefined if nobody was deleted. */
export async function forgottenPeople(queries: Queries): Promise<Forgotten | undefined> {
  const rows = await queries.all<{ kind: string; value: string }>(
    sql`select kind, value from forgotten_people`,
  )
  if (rows.length === 0) return undefined
  const valuesOf = (wanted: string) => rows.flatMap(({ kind, value }) => (kind === wanted ? value : []))
  return {
    hashes: new Set(valuesOf('email')),
    customers: new Set(valuesOf('customer').map(Number)),
    orders: new Set(valuesOf('order').map(Number)),
    salt: await saltOf(queries),
  }
}

async function saltOf(queries: Queries): Promise<string> {
  const salt = await readSetting(queries, SALT)
  return typeof salt === 'string' ? salt : ''
}

/** Creates the salt on first use. */
export async function ensureSalt(tx: Queries): Promise<string> {
  const known = await saltOf(tx)
  if (known !== '') return known
  const salt = randomBytes(32).toString('base64url')
  await writeSetting(tx, SALT, salt)
  return salt
}

export const hashOf = (email: string, salt: string): string =>
  createHmac('sha256', salt).update(foldedEmail(email)).digest('hex')

/** The same pseudonym for the same e-mail, so that buyers remain distinct. */
export function pseudonymOf(email: string, salt: string): string {
  return email === '' || isPlaceholder(email) ? email : placeholderOf(hashOf(email, salt))
}

const isForgotten = ({ hashes, customers, salt }: Forgotten, id: number, email: string): boolean =>
  customers.has(id) || (email !== '' && hashes.has(hashOf(email, salt)))

/** Personal fields; city and province of an order stay, since figures depend on them. */
export const NO_ORDER_PERSON = { first_name: '', last_name: '' } as const
export const NO_CUSTOMER_PERSON = {
  first_name: '',
  last_name: '',
  employee_id: '',
  locality: '',
  city: '',
  allow_communications: false,
  allow_samples: false,
} as const

/** Writers of facts and deletions of people exclude each other, so that no data read before a deletion is committed after it. */
export const lockForgotten = (tx: Queries, to: 'write' | 'forget'): Promise<void> =>
  acquireLock(tx, 'forgotten', to === 'write' ? 'shared' : 'exclusive')

/** Replaces forgotten e-mails in free text, such as the code of a personal coupon. */
export const textWithout = (text: string, { hashes, salt }: Forgotten): string =>
  replaceEmails(text, (email) => (hashes.has(hashOf(email, salt)) ? pseudonymOf(email, salt) : undefined))

/** Facts without personal data of forgotten people. */
async function cleared<Fact>(
  tx: Queries,
  facts: readonly Fact[],
  clear: (fact: Fact, forgotten: Forgotten) => Fact,
): Promise<readonly Fact[]> {
  if (facts.length === 0) return facts
  await lockForgotten(tx, 'write')
  const forgotten = await forgottenPeople(tx)
  return forgotten ? facts.map((fact) => clear(fact, forgotten)) : facts
}

export const ordersWithoutForgotten = (tx: Queries, facts: readonly OrderFacts[]) =>
  cleared(tx, facts, orderWithout)

export const couponsWithoutForgotten = (tx: Queries, facts: readonly CouponFact[]) =>
  cleared(tx, facts, (coupon, forgotten) => ({
    ...coupon,
    code: textWithout(coupon.code, forgotten),
    description: textWithout(coupon.description, forgotten),
  }))

export const customersWithoutForgotten = (tx: Queries, facts: readonly CustomerFact[]) =>
  cleared(tx, facts, (customer, forgotten) =>
    isForgotten(forgotten, customer.customer_id, customer.email)
      ? { ...customer, ...NO_CUSTOMER_PERSON, email: pseudonymOf(customer.email, forgotten.salt) }
      : customer,
  )

function orderWithout(facts: OrderFacts, forgotten: Forgotten): OrderFacts {
  const { order, refunds } = facts
  const written = (text: string) => textWithout(text, forgotten)
  const lines = facts.lines.map((line) => ({ ...line, name: written(line.name) }))
  const discounts = facts.discounts.map((discount) => ({
    ...discount,
    name: written(discount.name),
    sub_group: written(discount.sub_group),
    promo_name: written(discount.promo_name),
  }))
  if (!forgotten.orders.has(order.order_id) && !isForgotten(forgotten, order.customer_id, order.email))
    return { ...facts, lines, discounts }
  const email = pseudonymOf(order.email, forgotten.salt)
  return {
    ...facts,
    order: { ...order, ...NO_ORDER_PERSON, email, city: order.city.includes('@') ? '' : order.city },
    lines,
    discounts,
    refunds: refunds.map((refund) => ({ ...refund, reason: '' })),
  }
}

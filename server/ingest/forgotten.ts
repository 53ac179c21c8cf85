// People whose data was deleted: their rows keep their figures under a name that says nothing, also when the shop tells
// them again. Room ingest: may import domain and store.
import { createHmac, randomBytes } from 'node:crypto'
import { replaceEmails } from '#server/domain/e-mails.ts'
import type { CouponFact, CustomerFact, OrderFacts } from '#server/domain/facts.ts'
import { foldedEmail } from '#server/domain/folded.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { readSetting, writeSetting } from './settings.ts'

/** Setting with the salt of the hashes: whoever has the database and guesses an e-mail can check it, others cannot. */
const SALT = 'forgotten_salt'

/** A domain that can never get mail. */
const NOWHERE = '@olvidado.invalid'

export interface Forgotten {
  readonly hashes: ReadonlySet<string>
  readonly customers: ReadonlySet<number>
  /** Of a forgotten account, with an e-mail that was not its own. */
  readonly orders: ReadonlySet<number>
  readonly salt: string
}

/** Undefined where nobody was forgotten, which is nearly always. */
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

/** The salt, made at the first need. */
export async function ensureSalt(tx: Queries): Promise<string> {
  const known = await saltOf(tx)
  if (known !== '') return known
  const salt = randomBytes(32).toString('base64url')
  await writeSetting(tx, SALT, salt)
  return salt
}

export const hashOf = (email: string, salt: string): string =>
  createHmac('sha256', salt).update(foldedEmail(email)).digest('hex')

/** One e-mail always gives the same name, so buyers are told apart as before. */
export function pseudonymOf(email: string, salt: string): string {
  if (email === '' || email.endsWith(NOWHERE)) return email
  return `${hashOf(email, salt).slice(0, 24)}${NOWHERE}`
}

const isForgotten = ({ hashes, customers, salt }: Forgotten, id: number, email: string): boolean =>
  customers.has(id) || (email !== '' && hashes.has(hashOf(email, salt)))

/** The fields of a row that speak of a person; the province stays, as figures are made of it. */
export const NO_ORDER_PERSON = { first_name: '', last_name: '', city: '' } as const
export const NO_CUSTOMER_PERSON = {
  first_name: '',
  last_name: '',
  employee_id: '',
  locality: '',
  city: '',
  allow_communications: false,
  allow_samples: false,
} as const

/**
 * Who writes facts and who forgets a person wait for one another, so that nothing which was read before the mark is committed
 * after it. DuckDB has one writer at a time.
 */
export async function holdForgotten(tx: Queries, to: 'write' | 'forget'): Promise<void> {
  if (tx.engine === 'duckdb') return
  if (to === 'write') await tx.all(sql`select pg_advisory_xact_lock_shared(7233096)::text`)
  else await tx.all(sql`select pg_advisory_xact_lock(7233096)::text`)
}

async function forgottenToWriter(tx: Queries): Promise<Forgotten | undefined> {
  await holdForgotten(tx, 'write')
  return forgottenPeople(tx)
}

/** What the shop's free text quotes of a forgotten e-mail, such as the code of a coupon for that person alone. */
export const textWithout = (text: string, { hashes, salt }: Forgotten): string =>
  replaceEmails(text, (email) => (hashes.has(hashOf(email, salt)) ? pseudonymOf(email, salt) : undefined))

/** Facts as they may be written: of people who were forgotten nothing that tells who they are. */
export async function withoutForgotten(
  tx: Queries,
  facts: readonly OrderFacts[],
): Promise<readonly OrderFacts[]> {
  const forgotten = await forgottenToWriter(tx)
  if (!forgotten) return facts
  const cleared = (text: string) => textWithout(text, forgotten)
  return facts.map((told) => {
    const one: OrderFacts = {
      ...told,
      lines: told.lines.map((line) => ({ ...line, name: cleared(line.name) })),
      discounts: told.discounts.map((discount) => ({
        ...discount,
        name: cleared(discount.name),
        sub_group: cleared(discount.sub_group),
        promo_name: cleared(discount.promo_name),
      })),
    }
    const { order, refunds } = one
    const { order_id, customer_id } = order
    if (!forgotten.orders.has(order_id) && !isForgotten(forgotten, customer_id, order.email)) return one
    const email = pseudonymOf(order.email, forgotten.salt)
    return {
      ...one,
      order: { ...order, ...NO_ORDER_PERSON, email },
      refunds: refunds.map((refund) => ({ ...refund, reason: '' })),
    }
  })
}

export async function couponsWithoutForgotten(
  tx: Queries,
  facts: readonly CouponFact[],
): Promise<readonly CouponFact[]> {
  const forgotten = await forgottenToWriter(tx)
  if (!forgotten) return facts
  return facts.map((one) => ({
    ...one,
    code: textWithout(one.code, forgotten),
    description: textWithout(one.description, forgotten),
  }))
}

export async function customersWithoutForgotten(
  tx: Queries,
  facts: readonly CustomerFact[],
): Promise<readonly CustomerFact[]> {
  const forgotten = await forgottenToWriter(tx)
  if (!forgotten) return facts
  return facts.map((one) =>
    isForgotten(forgotten, one.customer_id, one.email)
      ? { ...one, ...NO_CUSTOMER_PERSON, email: pseudonymOf(one.email, forgotten.salt) }
      : one,
  )
}

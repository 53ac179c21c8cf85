// Labels of the keys in a table, read only for the keys that it shows.
import { shownSubGroup } from '#contract/benefit-groups.ts'
import { entryOf } from '#contract/entry.ts'
import type { Month } from '#contract/month.ts'
import {
  BUYER_KINDS,
  type DimensionKey,
  NO_ACCOUNT,
  NO_BENEFIT,
  WEEKDAY_LABELS,
} from '#contract/questions/dimensions.ts'
import { statusLabel } from '#contract/statuses.ts'
import { PAYMENT_METHOD_LABELS, provinceLabel } from '#contract/value-labels.ts'
import { NO_DISTRIBUTOR } from '#server/domain/facts.ts'
import { distinctName, roleLabel } from '#server/figures/expressions.ts'
import { accountsOf } from '#server/figures/served-accounts.ts'
import { newestNames } from '#server/figures/sold-names.ts'
import { byScope, inScope, type Scope, type ScopedSql, type Sql, sql, wholeShop } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import { isNamed, presentNames } from './former-names.ts'
import { productKey } from './row-source.ts'

export type Labels = ReadonlyMap<string, string>

type Named = { key: string; label: string }

/** The first and the last month of the orders that name guests. */
interface Bought {
  readonly from: Month
  readonly to: Month
}

/**
 * Labels of keys; a key without one is shown as it is. Keys may come from a caller, so only values that an answer within the scope
 * can contain have the label of a table. Guests have the name of their orders in the months `bought`, by default in all.
 */
export async function labelsOf(
  store: Reads,
  dimension: DimensionKey,
  keys: readonly string[],
  scope: Scope,
  bought?: Bought,
): Promise<Labels> {
  const named = keys.length === 0 ? [] : await namesOf(store, dimension, keys, scope, bought)
  return new Map([
    ...keys.map((key): [string, string] => [key, ownLabel(dimension, key)]),
    ...named.map(({ key, label }): [string, string] => [key, label]),
  ])
}

/** The names of the distributors in a scope, in its order. */
export async function distributorNames(store: Reads, scope: readonly string[]): Promise<string[]> {
  const labels = await labelsOf(store, 'distributor', scope, scope)
  return scope.map((id) => labels.get(id) ?? id)
}

async function namesOf(
  store: Reads,
  dimension: DimensionKey,
  keys: readonly string[],
  scope: Scope,
  bought?: Bought,
) {
  // What others sell is not told to a limited role.
  if (scope === null && isNamed(dimension))
    return [...(await presentNames(store, dimension, keys))].map(([key, label]) => ({ key, label }))
  const query = nameQuery(dimension, keys, scope, bought)
  const named = query ? await store.all<Named>(query) : []
  const known = new Set(named.map(({ key }) => key))
  const more = moreNames(
    dimension,
    keys.filter((key) => !known.has(key)),
    scope,
  )
  return more ? [...named, ...(await store.all<Named>(more))] : named
}

/** The names of the few keys that are not where most are, from tables of many rows. */
function moreNames(dimension: DimensionKey, keys: readonly string[], scope: Scope): ScopedSql | undefined {
  if (dimension === 'product') {
    // Deleted from the catalogue.
    const deleted = keys.filter((key) => !key.startsWith('name:'))
    return deleted.length > 0 ? soldNames(deleted, scope) : undefined
  }
  if (dimension !== 'company' || scope === null) return undefined
  // Nobody of it bought in the scope.
  const registered = keys.filter((key) => key !== NO_ACCOUNT.key)
  const accounts = sql`select c.role, c.company from ${accountsOf(scope)} c`
  return registered.length > 0 ? companyNames(accounts, registered) : undefined
}

/** The label of a key that can be derived without a table. */
function ownLabel(dimension: DimensionKey, key: string): string {
  switch (dimension) {
    case 'distributor':
      return key === NO_DISTRIBUTOR.dist_id ? NO_DISTRIBUTOR.name : key
    case 'province':
      return provinceLabel(key)
    case 'status':
      return statusLabel(key)
    case 'buyer_kind':
      return entryOf(BUYER_KINDS as Record<string, string>, key) ?? key
    case 'weekday':
      return WEEKDAY_LABELS[Number(key) - 1] ?? key
    case 'hour':
      return `${key} h`
    case 'company':
      return key === NO_ACCOUNT.key ? NO_ACCOUNT.label : key
    case 'city':
      return key === '' ? 'Sin ciudad' : key
    case 'payment_method':
      return key === '' ? 'Sin medio de pago' : (entryOf(PAYMENT_METHOD_LABELS, key) ?? key)
    case 'benefit_group':
    case 'benefit_sub_group':
    case 'promotion':
    case 'benefit_code':
      if (key === NO_BENEFIT.key) return NO_BENEFIT.label
      return dimension === 'benefit_sub_group' ? shownSubGroup(key) : key
    case 'product':
    case 'parent_product':
      return key.replace(/^name:/, '')
    case 'customer':
      return key.startsWith('guest-')
        ? 'Invitado'
        : key.startsWith('order-')
          ? 'Invitado sin e-mail'
          : `Cuenta ${key}`
    default:
      return key
  }
}

/** Ids inside product keys: 'product' or 'product.variation'. */
const idsIn = (keys: readonly string[]): number[] => [
  ...new Set(keys.flatMap((key) => (key.startsWith('name:') ? [] : key.split('.').map(Number)))),
]

const accountIds = (keys: readonly string[]) => keys.filter((key) => /^\d+$/.test(key)).map(Number)

function nameQuery(
  dimension: DimensionKey,
  keys: readonly string[],
  scope: Scope,
  bought?: Bought,
): ScopedSql | undefined {
  switch (dimension) {
    case 'distributor':
      return sql`
        select d.dist_id as key, ${distinctName(scope)} as label from distributors d
        where d.dist_id in (${keys}) and ${inScope(scope, sql`d.dist_id`)}`
    case 'company':
      return companyNames(companies(scope), keys)
    case 'product':
      return productNames(keys)
    case 'parent_product':
      return wholeShop(
        'the catalogue',
        sql`
          select cast(p.product_id as text) as key, ${distinctProduct} as label
          from products p ${joinTwins(sql`parent_id = 0`)} where p.product_id in (${idsIn(keys)})`,
      )
    case 'customer':
      return customerNames(keys, scope, bought)
    default:
      return undefined
  }
}

/** The name of a product or variation in the catalogue. */
const productNames = (keys: readonly string[]): ScopedSql => {
  const own = keys.map((key) => ({ key, id: Number(key.split('.').at(-1)) }))
  const ids = own.filter(({ key, id }) => !key.startsWith('name:') && Number.isSafeInteger(id))
  if (ids.length === 0) return wholeShop('nothing', sql`select '' as key, '' as label where false`)
  const rows = ids.map(({ key, id }) => sql`(cast(${key} as text), cast(${id} as bigint))`)
  return wholeShop(
    'the catalogue',
    sql`
      select t.key, ${distinctProduct} as label from (values ${sql.join(rows)}) t (key, id)
      join products p on p.product_id = t.id ${joinTwins(sql`type not like 'variable%'`)} where p.name is not null`,
  )
}

/** Names that several products of the catalogue have, for `distinctProduct`; `which` can be sold. */
const joinTwins = (which: Sql): Sql => sql`
  left join (
    select name, count(*) as products, count(distinct nullif(sku, '')) as skus
    from products where ${which} group by name having count(*) > 1
  ) twins on twins.name = p.name`

/** The name of product `p`, with its SKU, or else its id, if others have the same name. */
const distinctProduct = sql`
  case when twins.name is null then p.name
    when twins.skus = twins.products then p.name || ' (' || p.sku || ')'
    else p.name || ' (' || cast(p.product_id as text) || ')' end`

/** Deleted products and variations have the name of their newest line, which is in the last month that sold them. */
const soldNames = (keys: readonly string[], scope: Scope): ScopedSql => sql`
  select key, name as label from (
    select ${productKey('l')} as key, ${newestNames}
    from order_lines l
    where l.product_id in (${idsIn(keys)}) and l.counted and ${inScope(scope, sql`l.dist_id`)} and l.month in (
      select max(r.month) from rollup_products r
      where r.product_id in (${idsIn(keys)}) and ${inScope(scope, sql`r.dist_id`)}
      group by r.product_id, r.variation_id)
    group by key
  ) sold
  where key in (${keys})`

const fullName = sql`trim(first_name || ' ' || last_name)`

const companyNames = (roles: ScopedSql, keys: readonly string[]): ScopedSql => sql`
  select c.role as key, min(${roleLabel}) as label from (${roles}) c
  where c.role in (${keys}) group by c.role`

/** Roles of all accounts, or of those that bought in the scope. */
const companies = (scope: Scope): ScopedSql =>
  byScope(
    scope,
    sql`select role, company from rollup_customers`,
    sql`select role, company from rollup_companies where ${inScope(scope)}`,
  )

const inMonths = (bought: Bought | undefined): Sql =>
  bought ? sql`month >= ${bought.from} and month <= ${bought.to}` : sql`true`

/** Whether an account, one of these, belongs to the scope, or bought in it in these months, also as a guest. */
function isVisible(ids: readonly number[], scope: Scope, months: Bought | undefined): ScopedSql {
  const bought = sql`${inScope(scope)} and ${inMonths(months)}`
  return byScope(
    scope,
    sql`true`,
    sql`customer_id in (${sql.union([
      sql`select c.customer_id from ${accountsOf(scope)} c where c.customer_id in (${ids})`,
      sql`select customer_id from orders where counted and ${bought} and customer_id in (${ids})`,
      sql`select account_id from rollup_guest_accounts where ${bought} and account_id in (${ids})`,
    ])})`,
  )
}

/** Guests with these keys, by the name on their counted orders in the scope and the months; of several, the last by the alphabet. */
const guestNames = (keys: readonly string[], scope: Scope, bought: Bought | undefined): ScopedSql => sql`
  select key, label from (
    select 'guest-' || md5(email) as key, max(coalesce(nullif(${fullName}, ''), email)) as label
    from orders where counted and customer_id = 0 and email <> '' and ${inScope(scope)} and ${inMonths(bought)}
    group by email
  ) guests
  where key in (${keys})`

function customerNames(keys: readonly string[], scope: Scope, bought: Bought | undefined): ScopedSql {
  const ids = accountIds(keys)
  const guests = keys.filter((key) => key.startsWith('guest-'))
  return sql.union(
    [
      sql`
        select cast(customer_id as text) as key, coalesce(nullif(${fullName}, ''), email) as label
        from customers where customer_id in (${ids}) and ${isVisible(ids, scope, bought)}`,
      ...(guests.length > 0 ? [guestNames(guests, scope, bought)] : []),
    ],
    'all',
  )
}

// Names of the keys in a table, read for the keys that it shows.
import {
  BUYER_KINDS,
  type DimensionKey,
  NO_ACCOUNT,
  NO_BENEFIT,
  WEEKDAY_LABELS,
} from '#contract/questions/dimensions.ts'
import { statusLabel } from '#contract/statuses.ts'
import { PROVINCE_LABELS } from '#contract/value-labels.ts'
import { NO_DISTRIBUTOR } from '#server/domain/facts.ts'
import { roleLabel } from '#server/rollups/expressions.ts'
import { inScope, type Scope, wholeShop } from '#server/store/scope.ts'
import { type ScopedSql, sql } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import { productKey } from './row-source.ts'

export type Labels = ReadonlyMap<string, string>

type Named = { key: string; label: string }

/** Labels of keys; a key without one is shown as it is. */
export async function labelsOf(
  store: Reads,
  dimension: DimensionKey,
  keys: readonly string[],
  scope: Scope,
): Promise<Labels> {
  const query = keys.length === 0 ? undefined : nameQuery(dimension, keys, scope)
  const named = query ? await store.all<Named>(query) : []
  return new Map([
    ...keys.map((key): [string, string] => [key, ownLabel(dimension, key)]),
    ...named.map(({ key, label }): [string, string] => [key, label]),
  ])
}

/** The label of a key that needs no table. */
function ownLabel(dimension: DimensionKey, key: string): string {
  switch (dimension) {
    case 'distributor':
      return key === NO_DISTRIBUTOR.dist_id ? NO_DISTRIBUTOR.name : key
    case 'province':
      return PROVINCE_LABELS[key] ?? key
    case 'status':
      return statusLabel(key)
    case 'buyer_kind':
      return (BUYER_KINDS as Record<string, string>)[key] ?? key
    case 'weekday':
      return WEEKDAY_LABELS[Number(key) - 1] ?? key
    case 'hour':
      return `${key} h`
    case 'company':
      return key === NO_ACCOUNT.key ? NO_ACCOUNT.label : key
    case 'city':
      return key === '' ? 'Sin ciudad' : key
    case 'payment_method':
      return key === '' ? 'Sin medio de pago' : key
    case 'benefit_group':
    case 'benefit_sub_group':
    case 'promotion':
    case 'benefit_code':
      return key === NO_BENEFIT.key ? NO_BENEFIT.label : key
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

function nameQuery(dimension: DimensionKey, keys: readonly string[], scope: Scope): ScopedSql | undefined {
  switch (dimension) {
    case 'distributor':
      return sql`select dist_id as key, name as label from distributors where dist_id in (${keys}) and ${inScope(scope)}`
    case 'company':
      return wholeShop(
        'names of roles',
        sql`select c.role as key, min(${roleLabel}) as label from customers c where c.role in (${keys}) group by c.role`,
      )
    case 'product':
      return productNames(keys, scope)
    case 'parent_product':
      return wholeShop(
        'the catalogue',
        sql`select cast(product_id as text) as key, name as label from products where product_id in (${idsIn(keys)})`,
      )
    case 'customer':
      return customerNames(keys, scope)
    default:
      return undefined
  }
}

/** The catalogue's name of a product or variation; a deleted variation has the name of its newest line. */
const productNames = (keys: readonly string[], scope: Scope): ScopedSql => sql`
  select t.key, coalesce(max(v.name), max(case when t.variation_id = 0 then p.name end), max(t.name)) as label
  from (
    select ${productKey('r')} as key, r.product_id, r.variation_id, max(r.name) as name
    from rollup_products r where r.product_id in (${idsIn(keys)}) and ${inScope(scope, sql`r.dist_id`)}
    group by 1, 2, 3
  ) t
  left join products p on p.product_id = t.product_id
  left join products v on v.product_id = t.variation_id and t.variation_id <> 0
  where t.key in (${keys})
  group by t.key`

const fullName = sql`trim(first_name || ' ' || last_name)`

const customerNames = (keys: readonly string[], scope: Scope): ScopedSql => sql`
  select cast(customer_id as text) as key, coalesce(nullif(${fullName}, ''), email) as label
  from customers where customer_id in (${accountIds(keys)})
  union all
  select key, max(label) as label from (
    select 'guest-' || md5(email) as key, coalesce(nullif(${fullName}, ''), email) as label
    from orders where customer_id = 0 and email <> '' and ${inScope(scope)}
      and ${keys.some((key) => key.startsWith('guest-')) ? sql`true` : sql`false`}
  ) guests
  where key in (${keys}) group by key`

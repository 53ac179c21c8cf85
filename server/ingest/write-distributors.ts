import { type DistributorFact, NEVER, NO_DISTRIBUTOR, type OrderFacts } from '#server/domain/facts.ts'
import { toldAt } from '#server/domain/told-at.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import type { FactTable } from './write-columns.ts'
import { insertFacts } from './write-rows.ts'

const DISTRIBUTORS: FactTable<keyof DistributorFact> = {
  table: 'distributors',
  columns: [
    ...(['dist_id', 'name', 'named_at', 'email', 'emailed_at'] as const),
    ...(['mp_enabled', 'lyra_enabled', 'calendar_enabled'] as const),
  ],
}

/** The newest order's name counts; without a name the id is used. */
export const writeDistributorNames = (tx: Queries, facts: readonly OrderFacts[]): Promise<void> =>
  writeDistributors(tx, distributorNames(facts))

/** One fact per distributor that orders name. */
export function distributorNames(facts: readonly OrderFacts[]): DistributorFact[] {
  const newest = new Map<string, DistributingOrder>()
  for (const { order, distributor } of facts) {
    if (!distributor) continue
    const told = { order, distributor }
    const before = newest.get(distributor.dist_id)
    if (!before || isNewer(told, before)) newest.set(distributor.dist_id, told)
  }
  return [...newest.values()].map(({ order, distributor }) => named(distributor, toldAt(order)))
}

type DistributingOrder = Required<Pick<OrderFacts, 'order' | 'distributor'>>

/** An order without a name counts as older than any with one. */
function isNewer(one: DistributingOrder, other: DistributingOrder): boolean {
  const [isNamed, wasNamed] = [one.distributor.name !== '', other.distributor.name !== '']
  if (isNamed !== wasNamed) return isNamed
  const [at, before] = [toldAt(one.order), toldAt(other.order)]
  return at === before ? one.order.order_id > other.order.order_id : at > before
}

function named({ dist_id, name }: { dist_id: string; name: string }, named_at: string): DistributorFact {
  const known = name === '' ? { name: dist_id, named_at: NEVER } : { name, named_at }
  const unknown = { email: '', emailed_at: NEVER, mp_enabled: 0, lyra_enabled: 0, calendar_enabled: 0 }
  return { dist_id, ...known, ...unknown }
}

/**
 * Merges facts with stored distributors: the name with the newest `named_at` and the e-mail with the newest `emailed_at` (on a tie
 * the new one), and every flag ever seen. Bumps 'dimensions'.
 */
export async function writeDistributors(tx: Queries, facts: readonly DistributorFact[]): Promise<void> {
  const ids = [...new Set(facts.map(({ dist_id }) => dist_id))].filter((id) => id !== NO_DISTRIBUTOR.dist_id)
  if (ids.length === 0) return
  const held = tx.engine === 'postgres' ? sql`for update` : sql.empty
  const rows = await tx.all<DistributorFact & Record<string, string | number>>(
    sql`select * from distributors where dist_id in (${ids}) ${held}`,
  )
  const stored = new Map(rows.map((row) => [row.dist_id, row]))
  const merged = new Map<string, DistributorFact>(stored)
  for (const fact of facts)
    if (fact.dist_id !== NO_DISTRIBUTOR.dist_id)
      merged.set(fact.dist_id, mergeDistributors(merged.get(fact.dist_id), fact))
  const changed = [...merged.values()].filter((fact) =>
    differs(stored.get(fact.dist_id), fact, DISTRIBUTORS.columns),
  )
  if (changed.length === 0) return
  const replaced = changed.map(({ dist_id }) => dist_id)
  await tx.run(sql`delete from distributors where dist_id in (${replaced})`)
  await insertFacts(tx, DISTRIBUTORS, changed)
  if (changed.some((fact) => differs(stored.get(fact.dist_id), fact, SHOWN)))
    await bumpVersions(tx, ['dimensions'])
}

export function mergeDistributors(
  stored: DistributorFact | undefined,
  told: DistributorFact,
): DistributorFact {
  if (!stored) return told
  const newest = told.named_at >= stored.named_at ? told : stored
  const isEmailNewer = told.email !== '' && told.emailed_at >= stored.emailed_at
  const { email, emailed_at } = isEmailNewer ? told : stored
  return {
    dist_id: told.dist_id,
    name: newest.name,
    named_at: newest.named_at,
    email,
    emailed_at,
    mp_enabled: Math.max(stored.mp_enabled, told.mp_enabled),
    lyra_enabled: Math.max(stored.lyra_enabled, told.lyra_enabled),
    calendar_enabled: Math.max(stored.calendar_enabled, told.calendar_enabled),
  }
}

const SHOWN = DISTRIBUTORS.columns.filter((column) => column !== 'named_at' && column !== 'emailed_at')

const differs = (
  stored: DistributorFact | undefined,
  fact: DistributorFact,
  columns: readonly (keyof DistributorFact)[],
): boolean => !stored || columns.some((column) => stored[column] !== fact[column])

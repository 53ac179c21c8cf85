// Categories have ids: a class named after one follows its new name, whatever happens to its products at the same time.
import type { CategoryFact } from '#server/domain/facts.ts'
import { NAMED_DIMENSIONS, type NamedDimension } from '#server/figures/former-names.ts'
import { insertRow } from '#server/store/rows.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import { moveKey, NONE } from './renamed-classes.ts'
import type { Change } from './write-rows.ts'

type Category = Pick<CategoryFact, 'category_id' | 'parent_id' | 'name'>

interface Renamed {
  readonly from: string
  readonly to: string
}

/** Ends a name that is between two others, so that two categories can exchange theirs; names of shops do not contain it. */
const BETWEEN = '\u001f'

/** Returns the products whose class took a new name. */
export async function followCategories(
  tx: Queries,
  changes: readonly Change<CategoryFact>[],
): Promise<number[]> {
  const renamed = changes.filter(({ before, after }) => before && before.name !== after.name)
  if (renamed.length === 0) return []
  const categories = await tx.all<Category>(sql`select category_id, parent_id, name from categories`)
  const formerNames = new Map(renamed.map(({ before, after }) => [after.category_id, String(before?.name)]))
  const formerName = ({ category_id, name }: Category) => formerNames.get(category_id) ?? name
  const taken: number[] = []
  for (const dimension of NAMED_DIMENSIONS) {
    const classes: Renamed[] = []
    for (const { after } of renamed) {
      const names = { from: formerName(after), to: after.name }
      const hadName = categories.filter((category) => formerName(category) === names.from)
      if (hadName.some(({ category_id }) => category_id !== after.category_id)) continue
      if (await isOnlyHere(tx, dimension, names, after, categories)) classes.push(names)
    }
    if (classes.length > 0) taken.push(...(await renameClasses(tx, dimension, classes, categories)))
  }
  return taken
}

/** False where the class may be another's: of a second category of either name, or of products outside of this one. */
async function isOnlyHere(
  tx: Queries,
  dimension: NamedDimension,
  { from, to }: Renamed,
  { category_id }: Category,
  categories: readonly Category[],
): Promise<boolean> {
  if (NONE.includes(from) || NONE.includes(to)) return false
  if (categories.some(({ category_id: id, name }) => name === to && id !== category_id)) return false
  const below = [...idsBelow(category_id, categories)]
  const owner = sql`case when p.parent_id = 0 then p.product_id else p.parent_id end`
  const isInside = sql`${owner} in (select product_id from product_categories where category_id in (${below}))`
  const row = await tx.one<{ inside: number; outside: number }>(sql`
    select count(case when ${isInside} then 1 end) as inside,
      count(case when not ${isInside} and p.status <> 'deleted' then 1 end) as outside
    from products p where ${sql.identifier(dimension)} = ${from}`)
  return row !== undefined && row.inside > 0 && row.outside === 0
}

function idsBelow(top: number, categories: readonly Category[]): Set<number> {
  const found = new Set([top])
  for (const id of found)
    for (const { category_id, parent_id } of categories) if (parent_id === id) found.add(category_id)
  return found
}

async function renameClasses(
  tx: Queries,
  dimension: NamedDimension,
  classes: readonly Renamed[],
  categories: readonly Category[],
): Promise<number[]> {
  const former = classes.map(({ from }) => from)
  const column = sql.identifier(dimension)
  const products = await tx.all<{ id: number }>(
    sql`select product_id as id from products where ${column} in (${former})`,
  )
  const steps = [
    ...classes.map(({ from }) => ({ from, to: from + BETWEEN })),
    ...classes.map(({ from, to }) => ({ from: from + BETWEEN, to })),
    // Goals that found one at the new name.
    ...classes.map(({ from }) => ({ from: from + BETWEEN, to: from })),
  ]
  for (const { from, to } of steps) {
    await tx.run(sql`update products set ${column} = ${to} where ${column} = ${from}`)
    await moveKey(tx, dimension, from, to)
  }
  const names = [...former, ...classes.map(({ to }) => to)]
  await tx.run(sql`delete from former_names where dimension = ${dimension} and old_key in (${names})`)
  for (const { from, to } of classes)
    if (!categories.some(({ name }) => name === from))
      await insertRow(tx, 'former_names', { dimension, old_key: from, new_key: to })
  await bumpVersions(tx, ['goals', 'dimensions'])
  return products.map(({ id }) => id)
}

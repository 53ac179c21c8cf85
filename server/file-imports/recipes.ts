// Saved recipes: one for each import that ended well, newest first.
import { entryOf } from '#contract/entry.ts'
import { sql, utc } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import type { Drop } from '../sources/files/drop-model.ts'
import { kindName } from '../sources/files/read-table.ts'
import type { Layout, SavedRecipe } from '../sources/files/saved-recipe.ts'
import type { FileImport } from './model.ts'

/** Older ones are forgotten. */
const KEPT = 100

interface StoredRecipe extends SavedRecipe {
  /** UTC. */
  readonly usedAt: string
}

export async function savedRecipes(queries: Queries): Promise<StoredRecipe[]> {
  const rows = await queries.all<{ recipe_id: string; used_at: string; content: string }>(sql`
    select recipe_id, used_at, content from import_recipes
    order by used_at desc, recipe_id`)
  return rows.map(({ recipe_id, used_at, content }) => ({
    ...(JSON.parse(content) as Omit<SavedRecipe, 'id'>),
    ...{ id: recipe_id, usedAt: used_at },
  }))
}

/** A recipe that reads the same layouts in the same way only moves to the top. */
export async function saveRecipe(tx: Queries, one: FileImport, drop: Drop, now: Date): Promise<void> {
  const content = contentOf(one, drop)
  const saved = await savedRecipes(tx)
  const key = keyOf(content)
  const same = saved.find((other) => keyOf(other) === key && other.name === content.name)
  if (same) {
    await tx.run(sql`update import_recipes set used_at = ${utc(now)} where recipe_id = ${same.id}`)
    return
  }
  await tx.run(sql`
    insert into import_recipes (recipe_id, import_id, used_at, content)
    values (${one.preview.id}, ${one.preview.id}, ${utc(now)}, ${JSON.stringify(content)})`)
  const old = saved.slice(KEPT - 1).map(({ id }) => id)
  if (old.length > 0) await tx.run(sql`delete from import_recipes where recipe_id in (${old})`)
}

/** Returns its name; undefined for an unknown one. */
export async function forgetRecipe(tx: Queries, id: string): Promise<string | undefined> {
  const known = (await savedRecipes(tx)).find((one) => one.id === id)
  await tx.run(sql`delete from import_recipes where recipe_id = ${id}`)
  return known?.name
}

export const forgetRecipesOf = (tx: Queries, importId: string): Promise<unknown> =>
  tx.run(sql`delete from import_recipes where import_id = ${importId}`)

type Content = Omit<SavedRecipe, 'id'>

const keyOf = ({ layouts, statuses, date_order, decimal, no_products }: Content): string =>
  JSON.stringify([layouts, Object.entries(statuses).sort(), date_order, decimal, no_products])

function contentOf({ recipe, files }: FileImport, drop: Drop): Content {
  const { date_order, decimal, no_products } = drop.answers
  return {
    name: recipe.name ?? drop.recipe.name ?? stemOf(files[0]?.name ?? ''),
    layouts: distinct(
      drop.tables.map((one): Layout => {
        const kind = kindName(one)
        const { name } = one.table
        const columns =
          kind === 'other' ? entryOf(drop.recipe.columns, name) : entryOf(drop.answers.columns, name)
        return { kind, columns: columns ?? {}, sheet: one.choice ?? null }
      }),
    ),
    statuses: drop.answers.statuses ?? {},
    ...(date_order && { date_order }),
    ...(decimal && { decimal }),
    ...(no_products !== undefined && { no_products }),
  }
}

/** Sheets of a workbook are read in the same way. */
const distinct = (layouts: readonly Layout[]): Layout[] => [
  ...new Map(layouts.map((one) => [JSON.stringify(one), one])).values(),
]

/** «ventas_2026-05 (2).csv» and its next export are both «ventas». */
const stemOf = (name: string): string =>
  name
    .replace(/\.[a-z0-9]+$/i, '')
    .replace(/[\s_.()-]*\d[\s\d_.()-]*/g, ' ')
    .trim() || name

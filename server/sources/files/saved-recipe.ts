// Recipes of earlier imports, found again by the titles that they use.
import type { FileKind } from '#contract/import-states.ts'
import { columnNames } from './columns.ts'
import type { Recipe } from './model.ts'

export interface SavedRecipe extends Pick<Recipe, 'date_order' | 'decimal' | 'no_products'> {
  readonly id: string
  readonly name: string
  readonly statuses: Readonly<Record<string, string>>
  readonly layouts: readonly Layout[]
}

/** How one table of the import was read. */
export interface Layout {
  readonly kind: FileKind
  /** Title by field, as far as a person chose it. */
  readonly columns: Readonly<Record<string, string>>
  /** That a person chose of a workbook; `ALIKE` for several, also of the next one. */
  readonly sheet: string | null
}

/** No sheet can be named so. */
export const ALIKE = '*'

export interface Found {
  readonly recipe: SavedRecipe
  readonly layout: Layout
}

/** The first recipe all of whose titles are there: platforms add columns, and take none away from those in use. */
export function savedFor(
  titles: readonly string[],
  kind: FileKind,
  saved: readonly SavedRecipe[],
): Found | undefined {
  const names = new Set(columnNames(titles))
  const isThere = (title: string) => names.has(title) || title.split(' / ').every((one) => names.has(one))
  for (const recipe of saved)
    for (const layout of recipe.layouts)
      if (
        layout.kind === kind &&
        Object.values(layout.columns).every((title) => title === '' || isThere(title))
      )
        return { recipe, layout }
  return undefined
}

import type { ListedImport } from '#contract/imports.ts'
import { sql } from '#server/store/sql.ts'
import type { ImportDeps } from './deps.ts'
import { contentOf, previewOf } from './stored.ts'

/** The newest 100; older than 30 days none is kept. */
export async function listedImports({ store }: Pick<ImportDeps, 'store'>): Promise<ListedImport[]> {
  const rows = await store.all<{
    import_id: string
    state: ListedImport['state'] | 'cancelling' | 'undoing'
    started_at: string
    applied_at: string | null
    content: string
  }>(
    sql`select import_id, state, started_at, applied_at, content from file_imports
      order by started_at desc, import_id limit 100`,
  )
  const accounts = new Map(
    (await store.all<{ user_id: number; name: string }>(sql`select user_id, name from users`)).map((row) => [
      Number(row.user_id),
      row.name,
    ]),
  )
  return rows.map((row) => {
    const { import_id, started_at, applied_at } = row
    const { files, by = 0 } = contentOf(row.content)
    const { kind, state, cancelling, undoing, message, changes, rejects } = previewOf(row)
    return {
      ...{ id: import_id, state, cancelling, undoing, kind, message, changes, started_at, applied_at },
      files: files.map(({ name }) => name),
      by: accounts.get(by) ?? null,
      rejected: rejects.count,
    }
  })
}

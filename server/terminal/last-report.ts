import type { ImportReport } from '#server/ingest/import-report.ts'
import { reportLines } from '#server/ingest/import-text.ts'
import { readSetting } from '#server/store/settings.ts'
import type { Queries } from '#server/store/store.ts'

export async function lastReportLines(queries: Queries): Promise<string[]> {
  const report = await readSetting(queries, 'import_report')
  return isReport(report) ? reportLines(report) : []
}

const isReport = (value: unknown): value is ImportReport =>
  typeof value === 'object' && value !== null && 'collections' in value && 'unmapped' in value

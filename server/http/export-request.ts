// The `export`, `format` and `csv` parameters of a call.
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { HttpError } from './errors.ts'
import type { FileFormat } from './export/cell-text.ts'
import { may, signedIn } from './principal.ts'
import type { Call } from './route.ts'

const parameters = z.object({
  export: z.boolean().default(false),
  format: z.enum(['csv', 'xlsx', 'parquet']).default('csv'),
  csv: z.enum(['excel', 'standard']).default('excel'),
})

/** The requested file format, or undefined for a JSON response; 403 without the permission to export. */
export function exportRequest<E extends Endpoint>(call: Call<E>): { format: FileFormat } | undefined {
  const requested = parameters.parse(call.query)
  if (!requested.export) return undefined
  if (!may(call.principal, 'export')) throw new HttpError('forbidden')
  call.log.info({ userId: signedIn(call.principal).userId, format: requested.format }, 'export')
  if (requested.format !== 'csv') return { format: requested.format }
  return { format: requested.csv === 'standard' ? 'csv-standard' : 'csv' }
}

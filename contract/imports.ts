// Files of any shop: dropped, understood, previewed, imported and undone.
import { z } from 'zod'
import { FILE_KINDS } from './import-states.ts'
import { SHOP_STATUS } from './statuses.ts'

const words = z.record(z.string(), z.string().max(300))

/** How files are read. Keys of `columns`: names of files, then fields; several titles of a field are joined by « / ». */
export const recipeSchema = z.object({
  name: z.string().max(200).optional(),
  kind: z.enum(FILE_KINDS).optional(),
  sheet: words.optional(),
  columns: z.record(z.string(), words).optional(),
  date_order: z.enum(['dmy', 'mdy', 'ymd']).optional(),
  decimal: z.enum([',', '.']).optional(),
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/, 'must be a code such as ARS')
    .transform((code) => code.toUpperCase())
    .optional(),
  statuses: z
    .record(z.string(), z.string().regex(SHOP_STATUS, 'must be a status such as wc-completed'))
    .optional(),
  returns: z.string().max(100).optional(),
  no_products: z.boolean().optional(),
  complete: z.boolean().optional(),
})

// Views and boards are shared with roles; each account sees its own distributors in them.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './vocabulary.ts'

/** Field of what is shared. */
export const roleIds = z
  .array(z.number().int().positive())
  .max(1000)
  .default([])
  .transform((ids) => [...new Set(ids)])
  .meta({ description: 'Roles that it is shared with; empty: private', example: [] })

export const sharingRoles = endpoint('GET /api/sharing/roles', {
  access: 'share',
  summary: 'Roles that something can be shared with',
  data: z.array(z.object({ id, name: z.string().meta({ example: 'Ventas' }) })),
})

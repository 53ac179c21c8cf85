// Where a shop keeps the business or segment of a product, in its mapping and in the guided mapping.
import { z } from 'zod'

const level = z.number().int().min(1).max(9).meta({ description: '1: the top category', example: 2 })

export const place = z.discriminatedUnion('from', [
  z.object({ from: z.literal('category'), level: level.optional() }),
  z.object({ from: z.literal('attribute'), name: z.string().min(1).max(255) }),
  z.object({ from: z.literal('meta'), key: z.string().min(1).max(255) }),
])

export type Place = z.infer<typeof place>

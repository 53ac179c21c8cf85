import { column } from '../columns.ts'

/** Beside completed amounts. */
export const preparing = [
  column('preparing_amount', 'En preparación', 'money', {
    description: 'Net of the orders in preparation',
    sameDays: true,
  }),
  column('placed_increment', 'Variación con preparación %', 'percent', {
    description: 'Change of completed orders and those in preparation together; 0 where there were none',
    sameDays: true,
  }),
] as const

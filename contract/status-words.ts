// The `status` parameter: the specification's words or WooCommerce slugs, several separated by commas.
import { z } from 'zod'
import { entryOf } from './entry.ts'
import { fold } from './row-order.ts'
import { ORDER_STATUSES, type OrderStatus, SHOP_STATUS } from './statuses.ts'

const WORDS: Record<string, readonly OrderStatus[]> = {
  COMPLETADO: ['wc-completed'],
  PROCESANDO: ['wc-processing'],
  CANCELADO: ['wc-cancelled'],
  PENDIENTE: ['wc-pending'],
  'EN ESPERA': ['wc-on-hold'],
  FALLIDO: ['wc-failed'],
  REEMBOLSADO: ['wc-refunded'],
  'EN ARMADO': ['wc-in-assembly'],
  'LISTO PARA ENTREGAR': ['wc-ready-to-delivery'],
  'EN PROGRESO': ['wc-in-progress'],
  'SOLICITUD DE CANCELACION': ['wc-cancel-request'],
  DEVUELTO: ['wc-returned'],
  'SOLICITUD DE DEVOLUCION': ['wc-return-request'],
  TODOS: [],
}

const keyOf = (word: string) =>
  fold(word.trim())
    .replace(/[_\s]+/g, ' ')
    .toUpperCase()

const slugs = new Set<string>(ORDER_STATUSES)

function statusesOf(word: string): readonly string[] | undefined {
  const known = entryOf(WORDS, keyOf(word))
  if (known) return known
  const slug = word.trim().toLowerCase()
  const prefixed = slug.startsWith('wc-') ? slug : `wc-${slug}`
  return slugs.has(prefixed) || SHOP_STATUS.test(slug) ? [prefixed] : undefined
}

/** Statuses with their wc- prefix; an empty list means every status (TODOS). */
const statusWords = z
  .string()
  .max(255)
  .transform((value, context) => {
    const found: string[] = []
    for (const word of value.split(',')) {
      const statuses = statusesOf(word)
      if (!statuses) {
        context.addIssue(`must be one of ${Object.keys(WORDS).join(', ')} or a status such as wc-completed`)
        return z.NEVER
      }
      if (statuses.length === 0) return []
      found.push(...statuses)
    }
    return [...new Set(found)]
  })
  .meta({
    description: 'Order status: COMPLETADO, PROCESANDO, … TODOS, or slugs, separated by commas',
    example: 'COMPLETADO',
  })

/** One status by default. */
export const statusOf = (word: 'COMPLETADO' | 'PROCESANDO') =>
  statusWords.default([...(WORDS[word] ?? [])]).meta({ whenAbsent: word })

/** The statuses of benefits by default. */
export const benefitStatusWords = statusWords.optional().meta({
  description:
    'Order status as elsewhere; by default those of benefits: completed, processing, in-assembly, ready-to-delivery',
  example: 'COMPLETADO,PROCESANDO',
})

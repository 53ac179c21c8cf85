// Whose figures a role limited to distributors sees, in words and for names of files.
import { fold } from './row-order.ts'

const NAMED = 3

const listed = new Intl.ListFormat('es')

/** 'Solo Norte Hermanos', 'Solo Norte Hermanos y Sur', 'Solo 5 distribuidores'; '' for the whole shop. */
export function scopeWords(names: readonly string[] | null): string {
  if (names === null) return ''
  if (names.length === 0) return 'Ningún distribuidor'
  return `Solo ${names.length > NAMED ? `${names.length} distribuidores` : listed.format(names)}`
}

/** '_solo_distribuidor_101', '_solo_3_distribuidores'; '' for the whole shop. */
export function fileSuffix(scope: readonly string[] | null): string {
  if (scope === null) return ''
  const [only = ''] = scope
  return scope.length === 1
    ? `_solo_distribuidor_${fold(only).replace(/[^a-z0-9]+/g, '_')}`
    : `_solo_${scope.length}_distribuidores`
}

import { column } from '../columns.ts'
import type { ValueLabels } from '../value-labels.ts'

export const PROGRAM_ACCESS_KINDS = ['token', 'link'] as const
export type ProgramAccessKind = (typeof PROGRAM_ACCESS_KINDS)[number]

export const PROGRAM_ACCESS_LABELS: ValueLabels & Record<ProgramAccessKind, string> = {
  token: 'Token de acceso',
  link: 'Enlace de datos',
}

export const programAccessColumns = [
  column('kind', 'Tipo', 'text', { labels: PROGRAM_ACCESS_LABELS }),
  column('name', 'Nombre'),
  column('owner', 'Cuenta'),
  column('opens', 'Qué lee', 'text', { sortable: false }),
  column('created_at', 'Creado', 'datetime'),
  column('used_at', 'Último uso', 'datetime', { nullable: true }),
  column('expires_at', 'Vence', 'datetime', { nullable: true }),
] as const

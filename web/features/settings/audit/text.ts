import { CRON_LABELS } from '#contract/cron-states.ts'
import { EVIDENCE_LABELS, REMOVAL_COLLECTION_LABELS } from '#contract/removal-states.ts'
import { AUDIT_ACTION_LABELS } from '#contract/value-labels.ts'

export const auditText = {
  note: 'Quién cambió qué y cuándo, de lo más nuevo a lo más viejo',
  action: 'Acción',
  all: 'Todas',
  actions: AUDIT_ACTION_LABELS,
  subjects: {
    show_max_month: 'Ultimo mes',
    store_name: 'Nombre de la tienda',
    ...CRON_LABELS,
    ...REMOVAL_COLLECTION_LABELS,
  } as Readonly<Record<string, string>>,
  fields: {
    name: 'nombre',
    email: 'correo',
    role: 'rol',
    password: 'contraseña',
    permissions: 'permisos',
    dist_ids: 'distribuidores',
    owner: 'cuenta',
    days: 'días de vigencia',
    values: 'valor',
    subMonths: 'meses atrás',
    evidence: 'motivo',
    count: 'cantidad',
    ids: 'números',
  } as Readonly<Record<string, string>>,
  values: { changed: 'cambiada', unchanged: 'la misma', ...EVIDENCE_LABELS } as Readonly<
    Record<string, string>
  >,
  nothing: 'nada',
} as const

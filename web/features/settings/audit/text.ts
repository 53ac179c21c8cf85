// Texts of Auditoría.
import { CRON_LABELS } from '#contract/crons-columns.ts'

export const auditText = {
  note: 'Quién cambió qué y cuándo, de lo más nuevo a lo más viejo',
  action: 'Acción',
  all: 'Todas',
  actions: {
    'user.create': 'Registró un usuario',
    'user.update': 'Cambió un usuario',
    'user.delete': 'Eliminó un usuario',
    'role.create': 'Creó un rol',
    'role.update': 'Cambió un rol',
    'role.delete': 'Eliminó un rol',
    'config.set': 'Cambió una opción',
    'cron.run': 'Ejecutó un cron',
    'store.connect': 'Conectó la tienda',
    'store.disconnect': 'Desconectó la tienda',
    'store.import': 'Importó la tienda',
    'store.mapping': 'Cambió el mapeo',
    'store.webhooks': 'Activó los webhooks',
    'person.forget': 'Borró los datos de una persona',
  } as Readonly<Record<string, string>>,
  subjects: {
    show_max_month: 'Ultimo mes',
    store_name: 'Nombre de la tienda',
    ...CRON_LABELS,
  } as Readonly<Record<string, string>>,
  fields: {
    name: 'nombre',
    email: 'correo',
    role: 'rol',
    password: 'contraseña',
    permissions: 'permisos',
    dist_ids: 'distribuidores',
    values: 'valor',
    subMonths: 'meses atrás',
  } as Readonly<Record<string, string>>,
  values: { changed: 'cambiada', unchanged: 'la misma' } as Readonly<Record<string, string>>,
  nothing: 'nada',
} as const

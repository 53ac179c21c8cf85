// Labels of values on the wire, the same on screen and in files. Without zod, so that the browser can load it.
import { PROVINCES } from './provinces.ts'
import { fold } from './row-order.ts'

export type ValueLabels = Readonly<Record<string, string>>

/** 'CÓRDOBA' → 'Córdoba'. */
export const PROVINCE_LABELS: ValueLabels = Object.fromEntries(
  PROVINCES.map(({ name }) => [name.toUpperCase(), name]),
)

const PROVINCES_BY_NAME = new Map(
  Object.entries(PROVINCE_LABELS).map(([key, label]) => [fold(key), { key, label }]),
)

/** 'CORDOBA' → 'CÓRDOBA': a province may be written without its accents. */
export const provinceKey = (written: string): string => PROVINCES_BY_NAME.get(fold(written))?.key ?? written

/** 'CORDOBA' → 'Córdoba'. */
export const provinceLabel = (written: string): string =>
  PROVINCES_BY_NAME.get(fold(written))?.label ?? written

/** Of WooCommerce and Mercado Pago; other methods are shown by their key. */
export const PAYMENT_METHOD_LABELS: ValueLabels = {
  bacs: 'Transferencia bancaria',
  cheque: 'Cheque',
  cod: 'Efectivo contra entrega',
  'woo-mercado-pago-basic': 'Mercado Pago',
  'woo-mercado-pago-custom': 'Mercado Pago (tarjeta)',
  'woo-mercado-pago-ticket': 'Mercado Pago (efectivo)',
}

export const ACCOUNT_STATUS_LABELS = { active: 'Activa', waiting: 'Espera un rol' } as const

export const STOCK_LABELS: ValueLabels = {
  outofstock: 'Sin stock',
  instock: 'En stock',
  onbackorder: 'Bajo pedido',
}

export const PRODUCT_STATUS_LABELS: ValueLabels = {
  publish: 'Publicado',
  private: 'Privado',
  draft: 'Borrador',
  pending: 'Pendiente',
  future: 'Programado',
  trash: 'En la papelera',
}

export const RUN_STATUS_LABELS = {
  processed: 'Correcto',
  warning: 'Con advertencias',
  failed: 'Falló',
  processing: 'En curso',
} as const

export const AUDIT_ACTION_LABELS = {
  'user.create': 'Registró un usuario',
  'user.update': 'Cambió un usuario',
  'user.delete': 'Eliminó un usuario',
  'role.create': 'Creó un rol',
  'role.update': 'Cambió un rol',
  'role.delete': 'Eliminó un rol',
  'view-as.start': 'Empezó a ver como otra persona o rol',
  'view-as.end': 'Dejó de ver como otra persona o rol',
  'second-factor.set-up': 'Configuró su segundo factor',
  'second-factor.codes': 'Renovó sus códigos de recuperación',
  'second-factor.remove': 'Quitó su segundo factor',
  'second-factor.reset': 'Quitó el segundo factor de un usuario',
  'token.create': 'Creó un token de acceso',
  'token.revoke': 'Revocó un token de acceso',
  'passkey.add': 'Agregó una llave de acceso',
  'passkey.remove': 'Quitó una llave de acceso',
  'data-link.create': 'Creó un enlace de datos',
  'data-link.revoke': 'Revocó un enlace de datos',
  'view.share': 'Compartió una vista',
  'view.unshare': 'Dejó de compartir una vista',
  'view.update': 'Cambió una vista compartida',
  'board.share': 'Compartió un tablero',
  'board.unshare': 'Dejó de compartir un tablero',
  'board.update': 'Cambió un tablero compartido',
  'alert.create': 'Creó una alerta',
  'alert.change': 'Cambió una alerta',
  'alert.delete': 'Eliminó una alerta',
  'delivery.create': 'Creó un envío',
  'delivery.update': 'Cambió un envío',
  'delivery.delete': 'Eliminó un envío',
  'distributor.email': 'Cambió el e-mail de un distribuidor',
  'mail-allowance.add': 'Permitió correos a una dirección o un dominio',
  'mail-allowance.remove': 'Dejó de permitir correos a una dirección o un dominio',
  'sheet.send': 'Envió la ficha a un distribuidor',
  'sheet-schedule.create': 'Programó el envío mensual de fichas',
  'sheet-schedule.update': 'Cambió el envío mensual de fichas',
  'sheet-schedule.delete': 'Terminó el envío mensual de fichas',
  'webhook.create': 'Agregó un destino de avisos',
  'webhook.delete': 'Quitó un destino de avisos',
  'promise.set': 'Cambió los días prometidos',
  'costs.set': 'Cargó costos',
  'note.create': 'Escribió una nota',
  'note.update': 'Cambió una nota',
  'note.delete': 'Eliminó una nota',
  'opportunity.follow': 'Siguió una oportunidad',
  'opportunity.dismiss': 'Descartó una oportunidad',
  'opportunity.open': 'Reabrió una oportunidad',
  'opportunity.undo': 'Deshizo una decisión sobre una oportunidad',
  'provider.settings': 'Cambió el ingreso con un proveedor',
  'provider.create': 'Ingresó por primera vez con el proveedor',
  'provider.link': 'Su cuenta quedó unida a la del proveedor',
  'provider.update': 'El proveedor cambió sus datos',
  'provider.withdraw': 'El proveedor le quitó el rol',
  'export.cut': 'Exportó un archivo que no llegó entero',
  'goals.set': 'Cambió metas',
  'goals.undo': 'Deshizo un cambio de metas',
  'config.set': 'Cambió una opción',
  'cron.run': 'Ejecutó un cron',
  'records.remove': 'Quitó registros que ya no están en la tienda',
  'records.keep': 'Conservó registros que ya no están en la tienda',
  'records.restore': 'Restauró registros quitados',
  'orders.accept': 'Aceptó órdenes de monto enorme',
  'orders.withdraw': 'Dejó de aceptar órdenes de monto enorme',
  'store.connect': 'Conectó la tienda',
  'store.disconnect': 'Desconectó la tienda',
  'store.import': 'Importó la tienda',
  'files.import': 'Importó archivos',
  'files.cancel': 'Canceló una importación de archivos',
  'files.forget': 'Olvidó una receta de importación',
  'files.undo': 'Deshizo una importación de archivos',
  'store.mapping': 'Cambió el mapeo',
  'store.webhooks': 'Activó los webhooks',
  'person.export': 'Exportó los datos de una persona',
  'person.forget': 'Borró los datos de una persona',
} as const satisfies ValueLabels

/** What the audit trail records; each has its words. */
export type AuditAction = keyof typeof AUDIT_ACTION_LABELS

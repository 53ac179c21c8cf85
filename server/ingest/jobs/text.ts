import type { WebhookCheck } from './job.ts'

const number = (value: number): string => value.toLocaleString('es-AR')
const counted = (value: number, one: string, many: string): string =>
  `${number(value)} ${value === 1 ? one : many}`

export const JOB_TEXT = {
  started: 'En curso…',
  step: (label: string, count: number, total: number | undefined) =>
    total ? `${label}: ${number(count)} de ${number(total)}` : `${label}: ${number(count)}`,
  noShop: 'No hay una tienda conectada',
  importing: 'Espera a que termine la importación de la tienda',
  imported: (read: number, written: number, rejected: number) =>
    [
      `${counted(read, 'registro leído', 'registros leídos')}, ${counted(written, 'escrito', 'escritos')}`,
      ...(rejected > 0 ? [counted(rejected, 'rechazado', 'rechazados')] : []),
    ].join(', '),
  noWebhooks: 'La tienda no tiene webhooks de Góndola: los cambios llegan con la consulta periódica',
  webhooks: ({ active, restarted, disabled, reason, missing }: WebhookCheck) =>
    [
      counted(active, 'webhook activo', 'webhooks activos'),
      ...(restarted.length > 0
        ? [`la tienda había desactivado ${restarted.join(', ')}: otra vez en marcha`]
        : []),
      ...(disabled.length > 0 ? [`desactivados por la tienda: ${disabled.join(', ')}. ${reason}`] : []),
      ...(missing.length > 0 ? [`faltan en la tienda: ${missing.join(', ')}`] : []),
    ].join('; '),
  upToDate: 'Sin cambios',
  rebuilt: (months: number) =>
    months === 0 ? 'Los resúmenes están al día' : counted(months, 'mes rehecho', 'meses rehechos'),
  reconciled: (
    months: number,
    repaired: readonly string[],
    shop: { checked: number; differed: number; repaired: number } | undefined,
    unplaced: number,
  ) =>
    [
      ...(shop === undefined
        ? []
        : [
            `${counted(shop.checked, 'orden', 'órdenes')} de la tienda ${shop.checked === 1 ? 'comparada' : 'comparadas'}: ${
              shop.differed === 0
                ? 'todo coincide'
                : `${counted(shop.differed, 'distinta', 'distintas')}, ${counted(shop.repaired, 'reparada', 'reparadas')}`
            }`,
          ]),
      counted(months, 'mes comparado', 'meses comparados'),
      repaired.length === 0
        ? 'todo coincide'
        : `${repaired.length === 1 ? 'reparado' : 'reparados'}: ${repaired.slice(0, 12).join(', ')}${repaired.length > 12 ? '…' : ''}`,
      ...(unplaced > 0 ? [`${number(unplaced)} sin ubicar`] : []),
    ].join('; '),
  shopSilent: (reason: string) => `No se pudo comparar con la tienda: ${reason}`,
  comparingShop: 'Meses comparados con la tienda',
  comparing: 'Meses comparados',
  copying: 'Copia de la base',
  copied: (file: string, bytes: number) =>
    `${file}, ${(bytes / 1_048_576).toLocaleString('es-AR', { maximumFractionDigits: 1 })} MB`,
  pgDump: 'En PostgreSQL la copia de seguridad se hace con pg_dump',
  noFile: 'La base está en memoria: no hay archivo que copiar',
  died: 'El proceso que lo corría se cortó; la próxima corrida sigue desde los datos que hay',
  takenOver: 'Otro servidor siguió con este trabajo',
  stopped: 'Se detuvo junto con el servidor; la próxima corrida sigue desde los datos que hay',
}

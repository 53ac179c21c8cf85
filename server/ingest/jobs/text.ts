import type { WebhookCheck } from './job.ts'

const number = (value: number): string => value.toLocaleString('es-AR')
const counted = (value: number, one: string, many: string): string =>
  `${number(value)} ${value === 1 ? one : many}`

/** The part of a comparison with the shop that texts mention. */
interface Comparison {
  readonly checked: number
  readonly by_fields: number
  readonly fields_since: string | null
  readonly differed: number
  readonly repaired: number
  readonly failure?: string
  readonly not_compared: readonly string[]
  readonly waiting: number
  readonly remarks: readonly string[]
}

function shopCompared(shop: Comparison) {
  const { checked, by_fields, differed, repaired, failure, not_compared, waiting, remarks } = shop
  if (failure !== undefined && checked === 0) return []
  const equal = failure === undefined ? 'todo coincide' : 'sin diferencias hasta ahí'
  const found = `${counted(differed, 'distinta', 'distintas')}, ${counted(repaired, 'reparada', 'reparadas')}`
  const orders = counted(checked, 'orden de la tienda comparada', 'órdenes de la tienda comparadas')
  const fields = by_fields === checked ? ' campo por campo' : `, ${number(by_fields)} campo por campo`
  return [
    `${orders}${fields}: ${differed === 0 ? equal : found}`,
    ...(by_fields === checked ? [] : [JOB_TEXT.fieldsSince(shop.fields_since)]),
    ...(waiting > 0 ? [JOB_TEXT.waiting(waiting)] : []),
    ...remarks,
    ...(not_compared.length > 0 ? [`sin comparar: ${not_compared.join(', ')}`] : []),
  ]
}

export const JOB_TEXT = {
  started: 'En curso…',
  step: (label: string, count: number, total: number | undefined) =>
    total ? `${label}: ${number(count)} de ${number(total)}` : `${label}: ${number(count)}`,
  noShop: 'No hay una tienda conectada',
  importing: 'Espera a que termine la importación de la tienda',
  elsewhere: 'Los datos son de otra dirección: falta importar la tienda conectada',
  imported: (read: number, written: number, rejected: number) =>
    [
      `${counted(read, 'registro leído', 'registros leídos')}, ${counted(written, 'escrito', 'escritos')}`,
      ...(rejected > 0 ? [counted(rejected, 'rechazado', 'rechazados')] : []),
    ].join(', '),
  waiting: (count: number) =>
    `${counted(count, 'registro que ya no está espera', 'registros que ya no están esperan')} tu decisión`,
  fieldsSince: (utc: string | null) =>
    utc === null
      ? 'de algunos meses todavía no se compararon todos los campos'
      : `el mes que hace más que no se compara campo por campo, el ${Number(utc.slice(8, 10))}/${Number(utc.slice(5, 7))}/${utc.slice(0, 4)}`,
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
  shopSettings: {
    same: 'La moneda y la zona horaria son las de la importación.',
    currency: (before: string, now: string) =>
      `La tienda pasó de ${before} a ${now}: las órdenes en ${now} se guardan y no entran en ningún total. Si el cambio es cierto, importá la tienda otra vez; entonces lo vendido en ${before} sale de los totales.`,
    timeZone: (shop: string, ours: string) =>
      `La zona horaria de la tienda es ${shop} y la de Góndola ${ours}: los días y los meses se cortan a otra hora que en la tienda. Se cambia con GONDOLA_TIME_ZONE y otra importación.`,
    tax: (included: boolean) =>
      `La tienda pasó a cargar los precios ${included ? 'con' : 'sin'} impuestos: cada orden se lee como fue cargada, y los precios del catálogo ya no se comparan con los de antes.`,
    storage: (tables: boolean) =>
      `La tienda pasó a guardar las órdenes en ${tables ? 'tablas propias (HPOS)' : 'las tablas de WordPress'}: en el cambio WooCommerce puede mover a pendiente las que tienen un estado sin registrar. Revisá la próxima conciliación.`,
  },
  upToDate: 'Sin cambios',
  rebuilt: (months: number) =>
    months === 0 ? 'Los resúmenes están al día' : counted(months, 'mes rehecho', 'meses rehechos'),
  reconciled: (months: number, repaired: readonly string[], shop: Comparison | undefined, unplaced: number) =>
    [
      ...(shop ? shopCompared(shop) : []),
      counted(months, 'mes de resúmenes comparado', 'meses de resúmenes comparados') +
        (repaired.length === 0
          ? ' con sus órdenes: coinciden'
          : ` con sus órdenes, ${repaired.length === 1 ? 'reparado' : 'reparados'}: ${repaired.slice(0, 12).join(', ')}${repaired.length > 12 ? '…' : ''}`),
      ...(unplaced > 0 ? [JOB_TEXT.unplaced(unplaced)] : []),
    ].join('; '),
  unplaced: (count: number): string => `${number(count)} sin ubicar`,
  importUnfinished: 'su importación completa no terminó',
  notCompared: {
    beyondMonth: 'otros meses, productos, cupones y cuentas',
    accounts: 'los datos de las cuentas que no son nuevas, salvo el rol en las empresas',
    months: (count: number) => counted(count, 'mes anterior', 'meses anteriores'),
  },
  shopSilent: (reason: string) => `No se pudo comparar con la tienda: ${reason}`,
  comparingShop: 'Meses comparados con la tienda',
  comparing: 'Meses comparados',
  copying: 'Copia de la base',
  copied: (file: string, bytes: number) =>
    `${file}, ${(bytes / 1_048_576).toLocaleString('es-AR', { maximumFractionDigits: 1 })} MB`,
  noFile: 'La base está en memoria: no hay archivo que copiar',
  died: 'El proceso que lo corría se cortó; la próxima corrida sigue desde los datos que hay',
  takenOver: 'Otro servidor siguió con este trabajo',
  stopped: 'Se detuvo junto con el servidor; la próxima corrida sigue desde los datos que hay',
}

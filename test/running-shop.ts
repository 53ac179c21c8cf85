// A shop of 26 months up to today, as `gondola import csv` reads it: for screens about the last week and the running month.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, addMonths, dayAt, monthAt, monthBounds } from '#contract/month.ts'

const TIME_ZONE = 'America/Argentina/Buenos_Aires'
const DISTRIBUTORS = Array.from({ length: 12 }, (_, at) => ({
  dist_id: String(101 + at),
  dist_name: `Distribuidora ${'ABCDEFGHIJKL'[at]}`,
}))
const PRODUCTS = ['Caramelos', 'Alfajores', 'Chocolates', 'Yerba', 'Galletitas', 'Turrones']
const SEGMENTS = ['Golosinas', 'Dulces', 'Almacén']

/** A number as plug-ins give it, which is not the id. */
export const pluginNumber = (order: number): string => `GON-${7000 + order}`

/** In the last week the first distributor falls. */
const quantityOf = (day: string, monday: string, distributor: number): number =>
  distributor === 0 && day >= monday && day <= addDays(monday, 6) ? 1 : 5

export function writeRunningShop(folder: string, now = new Date()): string {
  const today = dayAt(now, TIME_ZONE)
  const orders = ['orden;fecha;estado;distribuidor;nombre_distribuidor;email;nombre;apellido;numero']
  const lines = ['orden;producto;nombre;sku;cantidad;importe']
  const first = monthBounds(addMonths(monthAt(now, TIME_ZONE), -25)).from_date
  const monday = addDays(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7) - 7)
  let order = 0
  for (let day = first; day <= today; day = addDays(day, 1))
    for (const [at, { dist_id, dist_name }] of DISTRIBUTORS.entries()) {
      order++
      const buyer = order % 40
      // Earlier than any moment of today at which tests run.
      const time = day === today ? '00:00' : '12:30'
      orders.push(
        [
          ...[order, `${day} ${time}`, 'completed', dist_id, dist_name],
          ...[`compra${buyer}@gondola.test`, `Nombre${buyer}`, `Apellido${buyer}`, pluginNumber(order)],
        ].join(';'),
      )
      const product = (at + Math.floor(order / DISTRIBUTORS.length)) % PRODUCTS.length
      const quantity = quantityOf(day, monday, at)
      lines.push(
        `${order};${product + 1};${PRODUCTS[product]};P${product + 1};${quantity};${quantity * 1000 * (product + 1)},00`,
      )
    }
  const products = ['producto;nombre;sku;precio;negocio;segmento']
  for (const [at, name] of PRODUCTS.entries())
    products.push(`${at + 1};${name};P${at + 1};1000;Alimentos;${SEGMENTS[at % SEGMENTS.length]}`)
  mkdirSync(folder, { recursive: true })
  const write = (file: string, rows: string[]) => writeFileSync(join(folder, file), `${rows.join('\n')}\n`)
  write('ordenes.csv', orders)
  write('lineas.csv', lines)
  write('productos.csv', products)
  return folder
}

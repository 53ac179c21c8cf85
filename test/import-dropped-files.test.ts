// Exports of other software, imported as a person drops them: the command asks, is answered, and every figure equals the expected one.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { command } from '#server/commands/import-csv.ts'
import { readConfig } from '#server/config/config.ts'
import { openStore } from '#server/store/open.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { assigned, DROPPED, droppedFiles } from './dropped-files.ts'
import { describeEngines, describeOneEngine } from './engines.ts'
import { callCommand } from './terminal.ts'

describeEngines('a dropped export', (engine) => {
  test.each(DROPPED.map((one) => [one.case, one] as const))(
    '%s comes in with its figures',
    async (_, one) => {
      const place = await engine.place()
      const config = readConfig({
        GONDOLA_DATA_DIR: place.dataDir ?? mkdtempSync(join(tmpdir(), 'gondola-data-')),
        ...(place.databaseUrl !== undefined && { GONDOLA_DATABASE_URL: place.databaseUrl }),
      })
      const call = (argv: readonly string[]) => callCommand(command, argv, config)
      const answers = join(mkdtempSync(join(tmpdir(), 'gondola-answers-')), 'recipe.json')
      const paths = droppedFiles(one).map(({ path }) => path)
      writeFileSync(answers, JSON.stringify(one.answers))
      const first = await call([...paths, '--recipe', answers])
      const asked = [...first.said.matchAll(/^ {2}statuses, (.+): wc-/gm)].map((match) => match[1] ?? '')
      const statuses = Object.fromEntries(asked.map((value) => [value, assigned(one, value)]))
      writeFileSync(answers, JSON.stringify({ ...one.answers, statuses }))
      if (asked.length > 0) {
        expect(first.code).toBe(1)
        expect((await call([...paths, '--recipe', answers])).code).toBe(0)
      }
      const store = await openStore(place)
      await using _closing = { [Symbol.asyncDispose]: () => store.close() }
      expect(await ordersIn(store)).toEqual([...one.orders].sort(byId))
      expect(await statusesIn(store)).toEqual(one.by_status)
      expect(await monthsIn(store)).toEqual(one.months)
    },
  )
})

/** As the Argentine tax office lists invoices (2026): kinds and currencies by code, amounts without a sign. */
const INVOICES = `"Fecha de Emisión";"Tipo de Comprobante";"Punto de Venta";"Número Desde";"Denominación Receptor";"Tipo Cambio";"Moneda";"Total IVA";"Imp. Total"
"2026-11-02";"1";"3";"1501";"DISTRIBUIDORA UNO SRL";"1,00";"PES";"2100,00";"12100,00"
"2026-11-04";"3";"3";"44";"DISTRIBUIDORA UNO SRL";"1,00";"PES";"210,00";"1210,00"
"2026-11-05";"1";"3";"1502";"ALMACEN DOS SA";"1.050,00";"DOL";"21,00";"121,00"
`

describeOneEngine('the command that imports files', (engine) => {
  test('tells what is in another currency, and what else there is to look at', async () => {
    const place = await engine.place()
    const folder = mkdtempSync(join(tmpdir(), 'gondola-invoices-'))
    const config = readConfig({
      GONDOLA_DATA_DIR: place.dataDir ?? folder,
      ...(place.databaseUrl !== undefined && { GONDOLA_DATABASE_URL: place.databaseUrl }),
    })
    const [file, answers] = [join(folder, 'comprobantes.csv'), join(folder, 'recipe.json')]
    writeFileSync(file, INVOICES)
    const columns = {
      ...{ order: 'Tipo de Comprobante / Punto de Venta / Número Desde', date: 'Fecha de Emisión' },
      ...{ customer: 'Denominación Receptor', document: 'Tipo de Comprobante', currency: 'Moneda' },
      ...{ tax: 'Total IVA', total: 'Imp. Total' },
    }
    const recipe = { currency: 'ARS', no_products: true, statuses: { '': 'wc-completed' } }
    writeFileSync(answers, JSON.stringify({ ...recipe, columns: { 'comprobantes.csv': columns } }))
    const { code, said } = await callCommand(command, [file, '--recipe', answers], config)
    expect([code, said]).toEqual([0, expect.stringContaining('Órdenes en otra moneda (no suman): USD × 1')])
    expect(said).toMatch(/^ {2}Órdenes por revisar: 3 3-44: Son sólo devoluciones/m)
    const store = await openStore(place)
    await using _closing = { [Symbol.asyncDispose]: () => store.close() }
    const counted = await store.all(
      sql`select currency, sum(net) as net from orders where counted group by currency`,
    )
    expect(counted.map(({ currency, net }) => [currency, Number(net)])).toEqual([['ARS', 10890]])
  })
})

const byId = ([one]: readonly [string, ...unknown[]], [other]: readonly [string, ...unknown[]]) =>
  one < other ? -1 : 1

async function ordersIn(store: Store): Promise<unknown[][]> {
  const rows = await store.all<Record<string, string | number>>(sql`
    select case when number = '' then cast(order_id as varchar) else number end as id, month, units, gross, discount, refunded, net, province
    from orders where status = 'wc-completed' and counted`)
  return rows
    .map(
      (row) =>
        [
          row.id,
          row.month,
          ...['units', 'gross', 'discount', 'refunded', 'net'].map((key) => Number(row[key])),
          row.province,
        ] as [string, ...unknown[]],
    )
    .sort(byId)
}

async function statusesIn(store: Store): Promise<Record<string, number>> {
  const rows = await store.all<{ status: string; count: number }>(
    sql`select status, count(*) as count from orders group by status`,
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]))
}

async function monthsIn(store: Store): Promise<Record<string, Record<string, number>>> {
  const rows = await store.all<Record<string, string | number>>(sql`
    select month, count(*) as orders, sum(units) as units, sum(gross) as gross, sum(discount) as discount, sum(refunded) as refunded, sum(net) as net
    from orders where status = 'wc-completed' and counted group by month`)
  return Object.fromEntries(
    rows.map(({ month, ...sums }) => [
      month,
      Object.fromEntries(Object.entries(sums).map(([key, value]) => [key, Number(value)])),
    ]),
  )
}

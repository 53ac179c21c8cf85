// Exports as platforms, wholesalers and people write them (fixtures/layouts): what is read of each, by figures worked out by hand.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { wallClock } from '#server/domain/wall-clock.ts'
import { newNotes } from '#server/ingest/notes.ts'
import type { Drop } from '#server/sources/files/drop-model.ts'
import type { Recipe, Reject, Warning } from '#server/sources/files/model.ts'
import { readDrop } from '#server/sources/files/read-drop.ts'
import { TIME_ZONE } from './app.ts'
import { ROOT } from './rooms.ts'

interface Layout {
  readonly files: readonly string[]
  readonly kind: string
  readonly answers: Recipe & { readonly currency: string }
  /** The first rule whose words all stand in the value; what no rule names keeps the status that its word means. */
  readonly statuses: readonly { readonly words: readonly string[]; readonly is: string }[]
  readonly ask: { readonly must: readonly string[]; readonly must_not: readonly string[] }
  readonly by_status: Readonly<Record<string, number>>
  readonly rejects: readonly { readonly file: string; readonly row: number; readonly column: string }[]
  readonly tell: readonly { readonly code: string; readonly order: string }[]
  /** Completed ones in the shop's currency: id, month, units, gross, discount, refunded, net, province. */
  readonly orders: readonly (readonly [string, ...unknown[]])[]
}

const FOLDER = join(ROOT, 'fixtures', 'layouts')

interface Found {
  readonly by_status: Record<string, number>
  readonly orders: unknown[][]
  readonly rejects: Reject[]
  readonly warnings: Warning[]
}

async function ordersOf(drop: Drop, { answers: { currency }, statuses }: Layout): Promise<Found> {
  const found: Found = { by_status: {}, orders: [], rejects: [...drop.orphans], warnings: [] }
  const options = { clock: wallClock(TIME_ZONE), notes: newNotes(), currency }
  for await (const { result } of drop.orders(options)) {
    if (!result) continue
    if ('rejects' in result) {
      found.rejects.push(...result.rejects)
      continue
    }
    found.warnings.push(...result.warnings)
    const { order } = result.facts
    const rule = statuses.find(({ words }) =>
      words.every((word) => result.status.toLowerCase().includes(word)),
    )
    const status = rule?.is ?? (order.status || 'wc-completed')
    found.by_status[status] = (found.by_status[status] ?? 0) + 1
    if (status !== 'wc-completed' || !order.counted) continue
    found.orders.push([
      order.number || String(order.order_id),
      order.month,
      order.units - order.refunded_units,
      ...[order.gross, order.discount, order.refunded, order.net].map(Number),
      order.province,
    ])
  }
  return found
}

const sorted = <T>(rows: readonly T[]): T[] =>
  [...rows].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))

test.each(readdirSync(FOLDER).sort())('%s', async (name) => {
  const layout = JSON.parse(readFileSync(join(FOLDER, name, 'expect.json'), 'utf8')) as Layout
  const folder = mkdtempSync(join(tmpdir(), 'gondola-layouts-'))
  const files = layout.files.map((file) => ({ path: join(FOLDER, name, file), name: file }))
  const read = (recipe: Recipe) => readDrop(files, { recipe, folder, currency: undefined })
  try {
    const first = await read({})
    const asked = first.questions.map(({ key }) => key as string)
    expect({ kind: first.kind, asked }).toMatchObject({
      kind: layout.kind,
      asked: expect.arrayContaining([...layout.ask.must]),
    })
    expect(asked.filter((key) => layout.ask.must_not.includes(key))).toEqual([])
    await first.close()
    const drop = await read(layout.answers)
    const { rejects, warnings, ...found } = await ordersOf(drop, layout)
    await drop.close()
    expect({
      questions: drop.questions,
      by_status: found.by_status,
      orders: sorted(found.orders),
      rejects: sorted(rejects.map(({ file, row, column }) => ({ file, row, column }))),
      tell: sorted(warnings.map(({ code, order }) => ({ code, order }))),
    }).toEqual({
      questions: [],
      by_status: layout.by_status,
      orders: sorted(layout.orders),
      rejects: sorted(layout.rejects),
      tell: sorted(layout.tell),
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

// Imports a large file of copies of the recorded orders; compared with JSON.parse of the same lines.
import { appendFileSync, cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { count, floor, heading, mib, seconds, table, timed, times } from './figures.ts'
import { gondola } from './processes.ts'

/** Copies of the 3,000 recorded orders. Start-up and exit take a good part of the smaller import. */
const SIZES = [40, 160]
/** Larger than any id in the recording. */
const ID_STEP = 1_000_000
/** Floor: the whole import takes at most this many times as long as JSON.parse of its lines. */
const MOST_PARSES = 5

export async function measureVolume(recording: string, folder: string): Promise<void> {
  const files = join(folder, 'files')
  mkdirSync(files, { recursive: true })
  for (const name of ['categories', 'coupons', 'products', 'customers', 'refunds'])
    cpSync(join(recording, `${name}_full.jsonl.gz`), join(files, `${name}_full.jsonl.gz`))
  const recorded = gunzipSync(readFileSync(join(recording, 'orders_full.jsonl.gz')))
    .toString()
    .trimEnd()
    .split('\n')
  heading('Import of JSON lines in volume, the command from start to end')
  const rows: string[][] = []
  const line = (name: string, orders: number, took: number, ...more: string[]) =>
    rows.push([name, seconds(took), `${count((orders / took) * 1000)} orders/s`, ...more])
  let copies = 0
  let parsing = 0
  for (const size of SIZES) {
    for (; copies < size; copies++) parsing += await addCopy(recorded, copies, files)
    const orders = recorded.length * copies
    const run = await gondola(['import', 'woocommerce', '--files', files], join(folder, `data-${size}`))
    line(`JSON.parse of ${count(orders)} lines`, orders, parsing)
    const ratio = run.milliseconds / parsing
    const mark = floor(ratio <= MOST_PARSES, `≤ ${MOST_PARSES} ×`)
    line(`${count(orders)} orders, empty store`, orders, run.milliseconds, mib(run.peak), times(ratio), mark)
  }
  console.log(table(['', 'took', 'rate', 'peak memory', 'import : JSON.parse', 'floor'], rows))
}

/** Returns how long JSON.parse took for the lines it added, in milliseconds. */
async function addCopy(recorded: readonly string[], copy: number, folder: string): Promise<number> {
  const lines = recorded.map((line) =>
    line.replace(/^\{"id":(\d+)/, (_all, id) => `{"id":${Number(id) + copy * ID_STEP}`),
  )
  const [, took] = await timed(() => {
    for (const line of lines) JSON.parse(line)
  })
  appendFileSync(join(folder, 'orders_full.jsonl'), `${lines.join('\n')}\n`)
  return took
}

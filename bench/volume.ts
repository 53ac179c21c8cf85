// The recorded orders many times over as a file, imported by the command; JSON.parse of the same file is the yardstick.
import { appendFileSync, cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { count, heading, mib, seconds, table, timed } from './figures.ts'
import { gondola } from './processes.ts'

/** Copies of the recorded 3,000 orders: a small file, of whose time start and end of the command are a good part, and a large one. */
const SIZES = [40, 160]
/** Beyond every id of the recording. */
const ID_STEP = 1_000_000

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
  const line = (name: string, orders: number, took: number, peak: string) =>
    rows.push([name, seconds(took), `${count((orders / took) * 1000)} orders/s`, peak])
  let copies = 0
  let parsing = 0
  for (const size of SIZES) {
    for (; copies < size; copies++) parsing += await addCopy(recorded, copies, files)
    const orders = recorded.length * copies
    const run = await gondola(['import', 'woocommerce', '--files', files], join(folder, `data-${size}`))
    line(`JSON.parse of ${count(orders)} lines`, orders, parsing, '')
    line(`${count(orders)} orders, empty store`, orders, run.milliseconds, mib(run.peak))
  }
  console.log(table(['', 'took', 'rate', 'peak memory'], rows))
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

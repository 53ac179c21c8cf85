// The recorded orders many times over as a file, imported by the command; JSON.parse of the same file is the yardstick.
import { appendFileSync, cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { count, heading, mib, seconds, table, timed } from './figures.ts'
import { gondola } from './processes.ts'

const COPIES = 40
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
  const orders = recorded.length * COPIES
  let parsing = 0
  for (let copy = 0; copy < COPIES; copy++) {
    const lines = recorded.map((line) =>
      line.replace(/^\{"id":(\d+)/, (_all, id) => `{"id":${Number(id) + copy * ID_STEP}`),
    )
    parsing += (
      await timed(() => {
        for (const line of lines) JSON.parse(line)
      })
    )[1]
    appendFileSync(join(files, 'orders_full.jsonl'), `${lines.join('\n')}\n`)
  }
  const run = await gondola(['import', 'woocommerce', '--files', files], join(folder, 'data'))
  const line = (name: string, took: number, peak: string) => [
    name,
    seconds(took),
    `${count((orders / took) * 1000)} orders/s`,
    peak,
  ]
  console.log(
    table(
      ['', 'took', 'rate', 'peak memory'],
      [
        line('JSON.parse of the lines', parsing, ''),
        line(`${count(orders)} orders, empty store`, run.milliseconds, mib(run.peak)),
      ],
    ),
  )
}

// The recorded orders many times over as a file, imported by the command; JSON.parse of the same file is the yardstick.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { count, heading, mib, seconds, table, timed } from './figures.ts'
import { gondola } from './processes.ts'

const COPIES = 10
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
  const lines = Array.from({ length: COPIES }, (_, copy) =>
    recorded.map((line) =>
      line.replace(/^\{"id":(\d+)/, (_all, id) => `{"id":${Number(id) + copy * ID_STEP}`),
    ),
  ).flat()
  writeFileSync(join(files, 'orders_full.jsonl'), lines.join('\n'))
  heading('Import of JSON lines in volume, the command from start to end')
  const [, parsing] = await timed(() => {
    for (const line of lines) JSON.parse(line)
  })
  const run = await gondola(['import', 'woocommerce', '--files', files], join(folder, 'data'))
  const line = (name: string, took: number, peak: string) => [
    name,
    seconds(took),
    `${count((lines.length / took) * 1000)} orders/s`,
    peak,
  ]
  console.log(
    table(
      ['', 'took', 'rate', 'peak memory'],
      [
        line('JSON.parse of the lines', parsing, ''),
        line(`${count(lines.length)} orders, empty store`, run.milliseconds, mib(run.peak)),
      ],
    ),
  )
}

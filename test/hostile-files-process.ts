// Reads each file of its arguments as a drop of its own, in a process whose memory can be weighed. Prints the messages, and the peak
// in MiB beside what the process took before.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { readDrop } from '#server/sources/files/read-drop.ts'

const MIB = 1024
const peak = () => process.resourceUsage().maxRSS / MIB

const before = peak()
const messages: string[] = []
for (const path of process.argv.slice(2)) {
  const folder = mkdtempSync(join(tmpdir(), 'gondola-hostile-'))
  await readDrop([{ path, name: basename(path) }], { recipe: {}, folder, currency: 'ARS' }).then(
    async (drop) => {
      await drop.close()
      messages.push('read')
    },
    (error: Error) => messages.push(error.message),
  )
  rmSync(folder, { recursive: true })
}
console.log(JSON.stringify({ messages, more: Math.round(peak() - before) }))

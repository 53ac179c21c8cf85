// A folder of Góndola's own files as a source, as the command reads it.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, TestRunner } from 'vitest'
import type { Source } from '#server/ingest/source.ts'
import { readDrop } from '#server/sources/files/read-drop.ts'
import { filesSource } from '#server/sources/files/source.ts'

interface OwnFilesOptions {
  /** The folder holds everything: what it lacks is removed. */
  readonly complete?: boolean
  readonly pageSize?: number
}

/** Its rows stay on disk until the test ends; a hook closes it. */
export async function ownFilesSource(
  folder: string,
  { complete = false, pageSize }: OwnFilesOptions = {},
): Promise<Source & { close(): Promise<void> }> {
  const rows = mkdtempSync(join(tmpdir(), 'gondola-rows-'))
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.csv'))
    .map((name) => ({ path: join(folder, name), name }))
  const drop = await readDrop(files, { recipe: { complete }, folder: rows, currency: undefined })
  const close = async () => {
    await drop.close()
    rmSync(rows, { recursive: true, force: true })
  }
  if (TestRunner.getCurrentTest()) onTestFinished(close)
  const identity = JSON.stringify(files.map(({ path }) => [path, statSync(path).mtimeMs]))
  return { ...filesSource(drop, identity, pageSize), close }
}

// Dropped files beside the store: its currency, and the statuses that nobody assigned.
import { stat } from 'node:fs/promises'
import { wallClock } from '#server/domain/wall-clock.ts'
import { dataKind } from '#server/ingest/data-source.ts'
import { newNotes } from '#server/ingest/notes.ts'
import type { Source } from '#server/ingest/source.ts'
import { readSetting } from '#server/store/settings.ts'
import type { Store } from '#server/store/store.ts'
import type { DroppedFile } from '../sources/files/drop.ts'
import type { Drop } from '../sources/files/drop-model.ts'
import type { Recipe } from '../sources/files/model.ts'
import { readDrop } from '../sources/files/read-drop.ts'
import { filesSource } from '../sources/files/source.ts'
import { statusCounter } from '../sources/files/statuses.ts'

interface OpenOptions {
  readonly files: readonly DroppedFile[]
  readonly recipe: Recipe
  readonly folder: string
  readonly store: Store
  readonly timeZone: string
}

interface OpenedDrop {
  readonly drop: Drop
  /** Undefined while something is asked. */
  readonly source: Source | undefined
  readonly unassigned: readonly string[]
}

export async function openDrop({ files, recipe, folder, store, timeZone }: OpenOptions): Promise<OpenedDrop> {
  const stored = await readSetting(store, 'currency')
  const known = (await dataKind(store)) === 'demo' || typeof stored !== 'string' ? undefined : stored
  const drop = await readDrop(files, { recipe, folder, currency: known })
  const statuses = statusCounter(recipe.statuses)
  const options = { clock: wallClock(timeZone), notes: newNotes(), currency: drop.currency ?? '' }
  for await (const { result } of drop.orders(options))
    if (result && 'facts' in result) statuses.add(result.status, result.net)
  const open = statuses.list().filter(({ status }) => status === null)
  // Góndola's own files mean the shop's currency where they name none.
  const asked = drop.questions.filter(({ key, samples }) => key !== 'currency' || samples.length > 0)
  const questions = drop.kind === 'gondola' ? asked : drop.questions
  const isReady = questions.length === 0 && open.length === 0
  const source = isReady ? filesSource(drop, JSON.stringify([await identities(files), recipe])) : undefined
  return { drop, source, unassigned: open.map(({ value }) => value) }
}

const identities = (files: readonly DroppedFile[]) =>
  Promise.all(
    files.map(async ({ path }) => {
      const { size, mtimeMs } = await stat(path)
      return [path, size, mtimeMs]
    }),
  )

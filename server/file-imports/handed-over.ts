// Files that a command hands to the server which holds the database: a folder in the data folder, with the request and its answer.
import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportPreview } from '#contract/imports.ts'
import { audit } from '#server/http/audit.ts'
import { HttpError } from '#server/http/errors.ts'
import { GONDOLA } from '#server/store/audit.ts'
import { removedAfter } from '#server/store/removed-after.ts'
import type { Note } from '../features/imports/routes.ts'
import type { DroppedFile } from '../sources/files/drop.ts'
import type { ReadFile, Recipe } from '../sources/files/model.ts'
import { endOf, type InboxDeps } from './inbox.ts'
import { FILE_IMPORT_TEXT } from './text.ts'

const LOOK_MS = 500
/** A server that runs takes a request much sooner. */
const PATIENCE_MS = 30_000

export const handedOverFolder = (dataDir: string): string => join(dataDir, 'handed-over')

interface Request {
  readonly names: readonly string[]
  readonly recipe: Recipe
}

export type HandedOver = Pick<
  ImportPreview,
  'state' | 'message' | 'questions' | 'statuses' | 'recipe' | 'changes' | 'rejects'
> & { readonly files: readonly Pick<ReadFile, 'name' | 'unread'>[] }

/** Waits for the end of the import; undefined if no server takes the files. */
export async function handOver(
  folder: string,
  files: readonly DroppedFile[],
  recipe: Recipe,
): Promise<HandedOver | undefined> {
  const id = randomUUID()
  const [hidden, own] = [join(folder, `.${id}`), join(folder, id)]
  return removedAfter(hidden, () =>
    removedAfter(own, async () => {
      await mkdir(hidden, { recursive: true, mode: 0o700 })
      for (const [at, { path }] of files.entries()) await copyFile(path, join(hidden, `${at}`))
      const request: Request = { names: files.map(({ name }) => name), recipe }
      await writeFile(join(hidden, 'request.json'), JSON.stringify(request))
      await rename(hidden, own)
      const until = Date.now() + PATIENCE_MS
      for (;;) {
        const answer = await readFile(join(own, 'answer.json'), 'utf8').catch(() => undefined)
        if (answer !== undefined) return JSON.parse(answer)
        if (Date.now() > until && !(await exists(join(own, 'taken')))) return undefined
        await sleep(LOOK_MS)
      }
    }),
  )
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Takes what commands hand over until `signal` aborts. */
export async function takeHandedOver(
  { every = LOOK_MS, ...deps }: InboxDeps,
  signal: AbortSignal,
): Promise<void> {
  for (const name of await readdir(deps.folder).catch(() => [])) await answerCut(join(deps.folder, name))
  while (!signal.aborted) {
    try {
      for (const name of await readdir(deps.folder).catch(() => []))
        if (!name.startsWith('.') && !signal.aborted) await answer(join(deps.folder, name), deps, signal)
    } catch (error) {
      if (!signal.aborted) deps.onError(error)
    }
    await sleep(every, undefined, { signal }).catch(() => {})
  }
}

async function answer(folder: string, deps: InboxDeps, signal: AbortSignal): Promise<void> {
  if ((await exists(join(folder, 'taken'))) || !(await exists(join(folder, 'request.json')))) return
  await writeFile(join(folder, 'taken'), '')
  // The command waits for an answer, whatever happens here.
  const told = await imported(folder, deps, signal).catch((error: unknown): HandedOver => {
    if (error instanceof HttpError) return { ...NOTHING, message: error.message }
    if (!signal.aborted) deps.onError(error)
    return { ...NOTHING, message: FILE_IMPORT_TEXT.cut }
  })
  await tell(folder, told)
}

async function tell(folder: string, told: HandedOver): Promise<void> {
  await writeFile(join(folder, '.answer'), JSON.stringify(told))
  await rename(join(folder, '.answer'), join(folder, 'answer.json'))
}

/** A command whose files a killed server took would wait forever. */
async function answerCut(folder: string): Promise<void> {
  if (!(await exists(join(folder, 'taken'))) || (await exists(join(folder, 'answer.json')))) return
  // The command may end meanwhile.
  await tell(folder, { ...NOTHING, message: FILE_IMPORT_TEXT.cut }).catch(() => {})
}

const NOTHING: HandedOver = {
  ...{ state: 'failed', message: '', files: [], questions: [], statuses: [], recipe: {} },
  ...{ changes: { added: 0, changed: 0, unchanged: 0, removed: 0 }, rejects: { count: 0, rows: [] } },
}

async function imported(folder: string, deps: InboxDeps, signal: AbortSignal): Promise<HandedOver> {
  const { names, recipe }: Request = JSON.parse(await readFile(join(folder, 'request.json'), 'utf8'))
  const { imports, now } = deps
  const upload = await imports.upload()
  for (const [at, name] of names.entries()) await copyFile(join(folder, `${at}`), await upload.add(name))
  const note: Note = (tx, change) => audit(tx, GONDOLA, change, now())
  const id = await upload.start({ recipe, dryRun: false, note, by: GONDOLA.userId })
  const preview = await endOf(id, note, deps, signal)
  // The terminal asks, and a second call brings the answers.
  if (preview.state === 'asking') await imports.cancel(id, note)
  const { state, message, files, questions, statuses, recipe: read, changes, rejects } = preview
  return { state, message, files, questions, statuses, recipe: read, changes, rejects }
}

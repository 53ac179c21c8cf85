// Imports of dropped files: read, asked, previewed, written, undone. One at a time writes; any number may be previewed.
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ErrorCode } from '#contract/errors.ts'
import type { ImportPreview } from '#contract/imports.ts'
import { HttpError } from '#server/http/errors.ts'
import { UNDOABLE_DAYS } from '#server/ingest/file-import-rows.ts'
import type { ImportsService, Note, Seen, Upload } from '../features/imports/routes.ts'
import { FilesError } from '../sources/files/failure.ts'
import type { Recipe } from '../sources/files/model.ts'
import { bareStatus } from '../sources/files/statuses.ts'
import { applyImport } from './apply.ts'
import { cancelImport, refuseStarted } from './cancel.ts'
import type { ImportDeps } from './deps.ts'
import { closeDrop, read } from './file-import.ts'
import { listedImports } from './listed.ts'
import { type FileImport, newImport } from './model.ts'
import { forgetRecipe, savedRecipes } from './recipes.ts'
import { rejectedRows } from './rejected-rows.ts'
import { loadImport, saveImport } from './stored.ts'
import { finishTakingBack, isBeingTakenBack, takenBackIds } from './take-back.ts'
import { undoImport } from './undo.ts'

/** How long a call waits before it answers 202. */
const PATIENCE_MS = 10_000

/** Previews whose rows stay open; those of others are read again when they are needed. */
const OPEN_DROPS = 4

export function importsService(deps: ImportDeps): ImportsService {
  const open = new Map<string, FileImport>()
  const find = async (id: string): Promise<FileImport> => {
    const found = open.get(id) ?? (await loadImport(deps, id))
    if (!found) throw new HttpError('import-not-found')
    // Another server may be taking it back.
    if (!isBeingTakenBack(found.preview)) open.set(id, found)
    return found
  }
  const closeOthers = async (but: FileImport) => {
    const idle = [...open.values()].filter(
      (one) => one !== but && one.drop && WAITING.includes(one.preview.state),
    )
    for (const one of idle.slice(0, Math.max(0, idle.length - OPEN_DROPS + 1))) await closeDrop(one)
  }
  const start = (one: FileImport, note: Note | undefined) => {
    one.work = closeOthers(one).then(async () => {
      await read(one, deps)
      if (note && one.preview.state === 'ready') await applyUnseen(one, deps, note)
    })
    // A failure is thrown where a call waits for it.
    one.work.catch(() => {})
  }
  return {
    limit: deps.limit,
    upload: () =>
      newUpload(deps, (one, note) => {
        open.set(one.preview.id, one)
        start(one, note)
      }),
    async settled(id) {
      const one = await find(id)
      try {
        await patient(one.work)
      } catch (error) {
        if (one.preview.state === 'cancelled') return one.preview
        if (!(error instanceof FilesError)) throw error
        open.delete(id)
        await saveImport(deps, one)
        throw refusal(error)
      }
      return one.preview
    },
    get: async (id) => (await find(id)).preview,
    async answer(id, recipe) {
      const one = await find(id)
      await answered(one, recipe)
      start(one, undefined)
    },
    confirm: async (id, seen, note) => confirmed(await find(id), seen, deps, note),
    async retry(id, note) {
      const one = await find(id)
      // A person may have confirmed or cancelled it meanwhile.
      if (one.preview.state !== 'ready' || one.abort.signal.aborted) return
      one.work = applyUnseen(one, deps, note)
      one.work.catch(() => {})
    },
    undo: async (id, note) => undoImport(await find(id), deps, note),
    list: () => listedImports(deps),
    recipes: () => savedRecipes(deps.store),
    forget: (id, note) => forgotten(id, deps, note),
    cancel: async (id, note) => cancelImport(await find(id), deps, note),
    async resume() {
      for (const id of await takenBackIds(deps)) {
        const one = await find(id)
        open.set(id, one)
        one.work = finishTakingBack(one, deps)
        one.work.catch(() => {})
      }
    },
    async *rejects(id) {
      yield* rejectedOf(await find(id), deps)
    },
    async close() {
      for (const one of open.values()) if (WAITING.includes(one.preview.state)) await closeDrop(one)
    },
    async sweep() {
      for (const id of await removeOldFolders(deps.folder)) open.delete(id)
    },
  }
}

async function patient(work: Promise<void>): Promise<void> {
  const waits = new AbortController()
  try {
    await Promise.race([work, sleep(PATIENCE_MS, undefined, { signal: waits.signal })])
  } finally {
    waits.abort()
  }
}

const WAITING: readonly string[] = ['asking', 'ready']

/** Imports what nobody has to confirm. */
async function applyUnseen(one: FileImport, deps: ImportDeps, note: Note): Promise<void> {
  if (!(await deps.leavesAdmin())) throw new HttpError('import-without-super-admin', { data: one.preview })
  await applyImport(one, deps, note, { isSeen: false })
}

async function answered(one: FileImport, recipe: Recipe): Promise<void> {
  if (!['asking', 'ready', 'reading'].includes(one.preview.state)) throw refuseStarted(one)
  await one.work.catch(() => {})
  one.recipe = merged(one.recipe, recipe)
  for (const value of Object.keys(recipe.statuses ?? {})) one.answered.add(bareStatus(value).toLowerCase())
}

const forgotten = (id: string, { store }: ImportDeps, note: Note): Promise<void> =>
  store.transaction(async (tx) => {
    const name = await forgetRecipe(tx, id)
    if (name === undefined) throw new HttpError('import-recipe-not-found')
    await note(tx, { action: 'files.forget', subject: name })
  })

async function confirmed(
  one: FileImport,
  { version, name }: Seen,
  deps: ImportDeps,
  note: Note,
): Promise<ImportPreview> {
  const refuse = (code: ErrorCode) => new HttpError(code, { data: one.preview })
  const { state } = one.preview
  if (state !== 'ready') throw state === 'asking' ? refuse('import-needs-answers') : refuseStarted(one)
  const isOutdated = !one.isBegun && one.data !== (await deps.dataVersion())
  if (one.preview.version !== version || isOutdated) throw refuse('import-outdated')
  if (!(await deps.leavesAdmin())) throw refuse('import-without-super-admin')
  // Another confirmation may have come meanwhile.
  if (one.preview.state !== 'ready') throw refuseStarted(one)
  if (name) one.recipe = { ...one.recipe, name }
  one.work = applyImport(one, deps, note, { isSeen: true })
  one.work.catch(() => {})
  return one.preview
}

async function* rejectedOf(one: FileImport, deps: ImportDeps): AsyncIterable<string> {
  if (!WAITING.includes(one.preview.state)) throw refuseStarted(one)
  // Of a server that was stopped meanwhile.
  if (!one.drop) await read(one, deps)
  yield* rejectedRows(one)
}

const KEPT_MS = UNDOABLE_DAYS * 86_400_000

/** Deletes the files of imports that nobody went on with; returns their ids. */
async function removeOldFolders(folder: string): Promise<string[]> {
  const old: string[] = []
  for (const name of await readdir(folder).catch(() => [])) {
    const { mtimeMs } = await stat(join(folder, name))
    if (Date.now() - mtimeMs > KEPT_MS) old.push(name)
  }
  for (const name of old) await rm(join(folder, name), { recursive: true, force: true })
  return old
}

const merged = (before: Recipe, given: Recipe): Recipe => ({
  ...before,
  ...given,
  sheet: { ...before.sheet, ...given.sheet },
  columns: { ...before.columns, ...given.columns },
  statuses: { ...before.statuses, ...given.statuses },
})

const REFUSALS = {
  400: 'file-damaged',
  413: 'file-too-large',
  415: 'file-without-table',
  422: 'files-without-orders',
} as const satisfies Record<FilesError['status'], ErrorCode>

const refusal = (error: FilesError): HttpError =>
  new HttpError(REFUSALS[error.status], {
    message: error.message,
    errors: [{ path: `file[${error.file ?? 0}]`, message: error.message }],
  })

async function newUpload(
  { folder }: ImportDeps,
  begin: (one: FileImport, note: Note | undefined) => void,
): Promise<Upload> {
  const id = randomUUID()
  const own = join(folder, id)
  await mkdir(own, { recursive: true })
  const files: { path: string; name: string }[] = []
  return {
    async add(name) {
      // Never a path of the archive or the person's machine.
      const path = join(own, `upload-${files.length}`)
      files.push({ path, name: name.split(/[\\/]/).at(-1) || `archivo-${files.length + 1}` })
      return path
    },
    async start({ recipe, dryRun, note, by, whenCancelled }) {
      begin(newImport(id, { folder: own, files, recipe, by, whenCancelled }), dryRun ? undefined : note)
      return id
    },
    drop: () => rm(own, { recursive: true, force: true }),
  }
}

// A watched folder: each file that lands in it is imported once. The folder is only read; what has to be asked waits on the screen.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ImportState, RUNNING_IMPORTS } from '#contract/import-states.ts'
import type { ImportPreview } from '#contract/imports.ts'
import { audit } from '#server/http/audit.ts'
import { notify } from '#server/notices/notify.ts'
import { GONDOLA } from '#server/store/audit.ts'
import { StoreError } from '#server/store/errors.ts'
import { sql, utc } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import type { ImportsService, Note } from '../features/imports/routes.ts'
import { FILE_IMPORT_TEXT } from './text.ts'

const LOOK_MS = 5000

export interface InboxDeps {
  readonly folder: string
  readonly store: Store
  readonly imports: ImportsService
  readonly now: () => Date
  /** Milliseconds between two looks. */
  readonly every?: number
  onError(error: unknown): void
}

/** Looks until `signal` aborts. A file is taken once two looks found it unchanged. */
export async function watchInbox(
  { every = LOOK_MS, ...deps }: InboxDeps,
  signal: AbortSignal,
): Promise<void> {
  let isFirst = true
  let before = new Map<string, string>()
  const taken = new Set<string>()
  while (!signal.aborted) {
    try {
      if (isFirst) await releaseClaims(deps.store)
      isFirst = false
      const now = await filesIn(deps.folder)
      for (const [name, state] of now) {
        const key = `${name} ${state}`
        if (signal.aborted || taken.has(key) || before.get(name) !== state) continue
        await take(name, deps, signal)
        taken.add(key)
      }
      before = now
    } catch (error) {
      if (!signal.aborted) deps.onError(error)
    }
    await sleep(every, undefined, { signal }).catch(() => {})
  }
}

/** Size and time of change by name; without hidden files and those that are still downloaded. */
async function filesIn(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const entries = await readdir(folder, { withFileTypes: true })
  for (const { name } of entries.filter((entry) => entry.isFile()).sort(byName)) {
    if (/^[.~]|\.(?:part|tmp|crdownload|download)$/i.test(name)) continue
    const { size, mtimeMs } = await stat(join(folder, name))
    if (size > 0) found.set(name, `${size} ${mtimeMs}`)
  }
  return found
}

const byName = (one: { name: string }, other: { name: string }): number => (one.name < other.name ? -1 : 1)

async function take(name: string, deps: InboxDeps, signal: AbortSignal): Promise<void> {
  const { folder, store, imports, now } = deps
  const upload = await imports.upload()
  let claimed: string | undefined
  try {
    const copy = await upload.add(name)
    await copyFile(join(folder, name), copy)
    const digest = await digestOf(copy)
    if (!(await claim(store, digest, now()))) {
      await upload.drop()
      return
    }
    claimed = digest
    const note: Note = (tx, change) => audit(tx, GONDOLA, change, now())
    const link = async (tx: Queries, id: string): Promise<void> => {
      await tx.run(sql`update inbox_files set import_id = ${id} where digest = ${digest}`)
    }
    const id: string = await upload.start({
      ...{ recipe: {}, dryRun: false, note, by: GONDOLA.userId },
      // Else a server that is stopped meanwhile takes the file again.
      whenCancelled: (tx) => link(tx, id),
    })
    const preview = await endOf(id, note, deps, signal)
    // A stopped server takes the file again.
    if (signal.aborted) return
    await store.transaction((tx) => link(tx, id))
    if (!['done', 'warning'].includes(preview.state)) await tellAdmins(name, preview, deps)
  } catch (error) {
    await upload.drop()
    if (claimed !== undefined) await releaseClaims(store, claimed)
    throw error
  }
}

/** Files whose import was cut off are taken again. */
const releaseClaims = (store: Store, digest?: string): Promise<unknown> =>
  store.transaction((tx) =>
    tx.run(sql`
      delete from inbox_files
      where import_id is null and ${digest === undefined ? sql`true` : sql`digest = ${digest}`}`),
  )

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** False for content that was taken before, on any server. */
const claim = (store: Store, digest: string, now: Date): Promise<boolean> =>
  store.transaction(async (tx) => {
    const known = await tx.one(sql`select 1 as found from inbox_files where digest = ${digest}`)
    if (known) return false
    await tx.run(
      sql`insert into inbox_files (digest, claimed_at, import_id) values (${digest}, ${utc(now)}, null)`,
    )
    return true
  })

/** Waits for the end; while another import runs, for its turn. */
export async function endOf(
  id: string,
  note: Note,
  { imports, every = LOOK_MS }: Pick<InboxDeps, 'imports' | 'every'>,
  signal: AbortSignal,
): Promise<ImportPreview> {
  for (;;) {
    try {
      const preview = await imports.settled(id)
      if (signal.aborted || !RUNNING_IMPORTS.includes(preview.state)) return preview
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'busy') return imports.get(id)
      await sleep(every, undefined, { signal })
      await imports.retry(id, note)
    }
  }
}

async function tellAdmins(name: string, { id, state, message }: ImportPreview, deps: InboxDeps) {
  const [title, body] = told(name, state, message)
  await deps.store.transaction(async (tx) => {
    const admins = await tx.all<{ user_id: number }>(
      sql`select user_id from users where role = 'superAdmin' and deleted_at is null`,
    )
    for (const { user_id } of admins)
      await notify(
        tx,
        {
          userId: Number(user_id),
          kind: 'import-waiting',
          source: `import:${id}`,
          ...{ title, body },
          links: [{ label: FILE_IMPORT_TEXT.see, href: '/settings/store' }],
          sees: { scope: null, permissions: ['import:files'] },
        },
        deps.now(),
      )
  })
}

function told(name: string, state: ImportState, message: string): [title: string, body: string] {
  if (state === 'asking' || state === 'ready')
    return [FILE_IMPORT_TEXT.waits(name), FILE_IMPORT_TEXT.waitsFor]
  if (state === 'cancelled')
    return [FILE_IMPORT_TEXT.cancelledOf(name), `${message} ${FILE_IMPORT_TEXT.notTakenAgain}`]
  return [FILE_IMPORT_TEXT.unread(name), message]
}

import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type FileKind, RUNNING_IMPORTS } from '#contract/import-states.ts'
import * as calls from '#contract/imports.ts'
import type { AdminApp } from '#server/http/app.ts'
import { audit, type Change } from '#server/http/audit.ts'
import { badRequest, HttpError } from '#server/http/errors.ts'
import { safeError } from '#server/http/logging.ts'
import type { Principal } from '#server/http/principal.ts'
import { callOf, envelope, register, route } from '#server/http/route.ts'
import { sendUncached } from '#server/http/send-json.ts'
import { UNTOUCHED } from '#server/http/untouched.ts'
import type { Queries } from '#server/store/store.ts'

/** Writes an audit entry in the transaction of the change. */
export type Note = (tx: Queries, change: Change) => Promise<void>

type Recipe = z.infer<typeof calls.recipeSchema>

/** What a person confirms. */
export interface Seen {
  readonly version: number
  /** Of the recipe. */
  readonly name?: string | undefined
}

export interface ListedRecipe {
  readonly id: string
  readonly name: string
  readonly layouts: readonly { readonly kind: FileKind; readonly columns: Readonly<Record<string, string>> }[]
  readonly statuses: Readonly<Record<string, string>>
  /** UTC. */
  readonly usedAt: string
}

export interface Upload {
  /** Where the next file is written; `name` is what the person's machine calls it. */
  add(name: string): Promise<string>
  /** Starts reading. */
  start(given: {
    recipe: Recipe
    dryRun: boolean
    note: Note
    by: number
    /** Runs in the transaction by which a person cancels what is half written. */
    whenCancelled?: (tx: Queries) => Promise<void>
  }): Promise<string>
  /** Deletes what was uploaded. */
  drop(): Promise<void>
}

export interface ImportsService {
  /** Bytes of all files together. */
  readonly limit: number
  upload(): Promise<Upload>
  /** Resolves when the import waits for nothing but a person, or after ten seconds. */
  settled(id: string): Promise<calls.ImportPreview>
  get(id: string): Promise<calls.ImportPreview>
  answer(id: string, recipe: Recipe): Promise<void>
  confirm(id: string, seen: Seen, note: Note): Promise<calls.ImportPreview>
  /** Imports one that nobody has to confirm, and that found another import under way. */
  retry(id: string, note: Note): Promise<void>
  /** Returns once it has begun. */
  undo(id: string, note: Note): Promise<void>
  cancel(id: string, note: Note): Promise<void>
  /** Goes on with what servers that were stopped left half taken back. */
  resume(): Promise<void>
  list(): Promise<calls.ListedImport[]>
  recipes(): Promise<ListedRecipe[]>
  forget(recipeId: string, note: Note): Promise<void>
  /** Closes the files of previews that wait for a person. */
  close(): Promise<void>
  /** Deletes files that nobody went on with for 30 days. */
  sweep(): Promise<void>
  /** Lines of CSV. */
  rejects(id: string): AsyncIterable<string>
}

const FILES = 200
const DAY_MS = 86_400_000

export async function importRoutes(app: AdminApp, imports: ImportsService): Promise<void> {
  await tidied(app, imports)
  const noteOf =
    (caller: Principal): Note =>
    (tx, change) =>
      audit(tx, caller, change, app.now())
  const answered = async (id: string, reply: FastifyReply) => {
    const preview = await imports.settled(id)
    if (RUNNING_IMPORTS.includes(preview.state)) reply.status(202)
    return preview
  }
  await app.server.register(async (server) => {
    await server.register(multipart, {
      limits: { fileSize: imports.limit, files: FILES, fields: 10, fieldSize: 1 << 20, parts: FILES + 10 },
    })
    register({ ...app, server }, calls.createImport, async (request, reply) => {
      const { query, principal } = callOf<typeof calls.createImport>(request)
      assertUnlimited(principal)
      const { id, dryRun } = await received(request, imports, {
        dryRun: query.dry_run === '1',
        note: noteOf(principal),
        by: principal.userId,
      })
      const data = await answered(id, reply)
      if (!dryRun && data.state === 'asking') throw new HttpError('import-needs-answers', { data })
      return sendUncached(request, reply, envelope(calls.createImport, { data }))
    })
  })
  recipeRoutes(app, imports, noteOf)
  route(app, calls.importById, async ({ params, principal }) => {
    assertUnlimited(principal)
    return imports.get(params.id)
  })
  route(app, calls.answerImport, async ({ params, body, principal }, reply) => {
    assertUnlimited(principal)
    await imports.answer(params.id, body.recipe)
    return answered(params.id, reply)
  })
  route(app, calls.confirmImport, async ({ params, body, principal }, reply) => {
    assertUnlimited(principal)
    const preview = await imports.confirm(params.id, body, noteOf(principal))
    reply.status(202)
    return preview
  })
  route(app, calls.undoImport, async ({ params, principal }, reply) => {
    assertUnlimited(principal)
    await imports.undo(params.id, noteOf(principal))
    return answered(params.id, reply)
  })
  route(app, calls.cancelImport, async ({ params, principal }, reply) => {
    assertUnlimited(principal)
    await imports.cancel(params.id, noteOf(principal))
    return answered(params.id, reply)
  })
  register(app, calls.importRejects, async (request, reply) => {
    const { params, principal } = callOf<typeof calls.importRejects>(request)
    assertUnlimited(principal)
    let text = ''
    for await (const line of imports.rejects(params.id)) text += line
    reply
      .headers(UNTOUCHED)
      .header('content-disposition', 'attachment; filename="rechazadas.csv"')
      .type('text/csv; charset=utf-8')
    return reply.send(text)
  })
}

/** What earlier servers left: old files, and imports that are half cancelled. */
async function tidied(app: AdminApp, imports: ImportsService): Promise<void> {
  const sweep = () =>
    imports.sweep().catch((error) => app.server.log.error({ failure: safeError(error) }, 'old files stay'))
  await sweep()
  await imports
    .resume()
    .catch((error) => app.server.log.error({ failure: safeError(error) }, 'a cancelled import stays'))
  const daily = setInterval(sweep, DAY_MS).unref()
  app.server.addHook('onClose', async () => {
    clearInterval(daily)
    await imports.close()
  })
}

function recipeRoutes(app: AdminApp, imports: ImportsService, noteOf: (caller: Principal) => Note): void {
  route(app, calls.imports, async ({ principal }) => {
    assertUnlimited(principal)
    return imports.list()
  })
  route(app, calls.importRecipes, async ({ principal }) => {
    assertUnlimited(principal)
    const recipes = await imports.recipes()
    return recipes.map(({ id, name, layouts, statuses, usedAt }) => ({
      ...{ id, name, used_at: usedAt, statuses: Object.keys(statuses).length },
      kinds: [...new Set(layouts.map(({ kind }) => kind))],
      titles: [...new Set(layouts.flatMap(({ columns }) => Object.values(columns)))].filter(
        (title) => title !== '',
      ),
    }))
  })
  route(app, calls.forgetImportRecipe, async ({ params, principal }) => {
    assertUnlimited(principal)
    await imports.forget(params.recipe_id, noteOf(principal))
  })
}

/** Files hold orders of all distributors, and previews show their figures. */
function assertUnlimited({ scope }: Principal): void {
  if (scope !== null) throw new HttpError('forbidden')
}

async function received(
  request: FastifyRequest,
  imports: ImportsService,
  given: { dryRun: boolean; note: Note; by: number },
): Promise<{ id: string; dryRun: boolean }> {
  if (!request.isMultipart()) throw badRequest('file', 'is required')
  const upload = await imports.upload()
  let { dryRun } = given
  let recipe: Recipe = {}
  let left = imports.limit
  let files = 0
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        await pipeline(part.file, createWriteStream(await upload.add(part.filename)))
        left -= part.file.bytesRead
        if (part.file.truncated || left < 0) throw tooLarge(files, imports.limit)
        files++
      } else if (part.fieldname === 'recipe') recipe = recipeOf(part.value)
      else if (part.fieldname === 'dry_run') dryRun = part.value === '1' || part.value === 'true'
    }
    if (files === 0) throw badRequest('file', 'is required')
    return { id: await upload.start({ ...given, recipe, dryRun }), dryRun }
  } catch (error) {
    await upload.drop()
    throw error
  }
}

const tooLarge = (file: number, limit: number): HttpError => {
  const message = `All files together may have ${limit} bytes`
  return new HttpError('file-too-large', { errors: [{ path: `file[${file}]`, message }] })
}

function recipeOf(text: unknown): Recipe {
  let given: unknown
  try {
    given = JSON.parse(String(text))
  } catch {
    throw badRequest('recipe', 'must be JSON')
  }
  const read = calls.recipeSchema.safeParse(given)
  if (read.success) return read.data
  const errors = read.error.issues.map(({ path, message }) => ({
    path: ['recipe', ...path].join('.'),
    message,
  }))
  throw new HttpError('bad-request', { errors })
}

// Creating, changing, sharing and deleting boards.
import { boards, deleteBoard, type Pin, saveBoard } from '#contract/boards.ts'
import { MAX_BOARDS } from '#contract/limits.ts'
import { questionIn, questionText } from '#server/figures/question-text.ts'
import type { AdminApp } from '#server/http/app.ts'
import { auditedChange } from '#server/http/audit.ts'
import { badRequest, HttpError } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import { type Call, route } from '#server/http/route.ts'
import { auditSharing, rolesOf, rolesToShare, shareWith } from '#server/http/sharing.ts'
import type { Queries } from '#server/store/store.ts'
import * as stored from './store.ts'

export function boardRoutes(app: AdminApp): void {
  const { store, now } = app

  route(app, boards, ({ principal }) => stored.boardsOf(store, principal))

  route(app, saveBoard, (call) => auditedChange(store, (tx) => save(tx, call, now())))

  route(app, deleteBoard, ({ params: { id }, principal }) =>
    auditedChange(store, async (tx) => {
      const { name } = await editable(tx, principal, id)
      const before = await rolesOf(tx, 'board', id)
      await stored.removeBoard(tx, id)
      await shareWith(tx, 'board', id, [])
      await auditSharing(tx, principal, 'board', { name, before, after: [] }, now())
    }),
  )
}

async function editable(tx: Queries, principal: Principal, id: number) {
  const board = await stored.boardFor(tx, principal, id)
  if (!board) throw new HttpError('board-not-found')
  if (!board.editable) throw new HttpError('forbidden')
  return board
}

async function save(tx: Queries, { body, principal }: Call<typeof saveBoard>, now: Date) {
  const content = { name: body.name, pins: body.pins.map(storedPin) }
  const after = await rolesToShare(tx, principal, body.role_ids)
  const old = body.id === undefined ? undefined : await editable(tx, principal, body.id)
  if (!old) await assertRoom(tx, principal)
  const before = old ? await rolesOf(tx, 'board', old.id) : []
  const id = old?.id ?? (await stored.createBoard(tx, principal.userId, content, now))
  if (old) await stored.changeBoard(tx, { id, revision: body.revision }, content, now)
  await shareWith(tx, 'board', id, after)
  await auditSharing(tx, principal, 'board', { name: body.name, before, after }, now)
  return { id, revision: old ? old.revision + 1 : 1 }
}

async function assertRoom(tx: Queries, principal: Principal): Promise<void> {
  const own = (await stored.boardsOf(tx, principal)).filter((board) => board.own)
  if (own.length >= MAX_BOARDS) throw new HttpError('too-many-boards')
}

function storedPin(pin: Pin): Pin {
  const { question, problems } = questionIn(pin.question)
  const [wrong] = problems
  if (wrong) throw badRequest('pins', `${pin.title}: ${wrong.path} ${wrong.message}`)
  return { ...pin, question: questionText(question) }
}

// Boards of pinned questions, private or shared with roles.
import { z } from 'zod'
import { PIN_KINDS, PIN_SIZES } from './board-pins.ts'
import { endpoint } from './endpoint.ts'
import { roleIds } from './sharing.ts'
import { givenText, id, revision, text, wholeNumber } from './vocabulary.ts'

const access = 'view:scorecard'
const MAX_PINS = 40

const name = givenText(255)

const pin = z.object({
  id: text.max(40).meta({ description: 'Unique in its board', example: 'p1' }),
  title: name.meta({ example: 'Ventas del mes' }),
  question: z.string().max(20_000).meta({
    description: 'Parameters of GET /api/questions/answer',
    example: 'measures=net_sale&compare=same_days',
  }),
  show: z.enum(PIN_KINDS).meta({ example: 'card' }),
  size: z.enum(PIN_SIZES).meta({ example: 'small' }),
})

const board = z.object({
  id,
  name: z.string().meta({ example: 'Mi tablero' }),
  owner: z.string().meta({ description: 'Empty: the account was deleted', example: 'Delia Dueña' }),
  own: z.boolean(),
  editable: z.boolean(),
  roles: z.string().meta({ description: 'Names of roles; empty: private', example: '' }),
  role_ids: z.array(id).describe('Of a board that the account may change'),
  revision,
  pins: z.array(pin.extend({ title: z.string().meta({ example: 'Ventas del mes' }) })),
})

export const boards = endpoint('GET /api/boards', {
  access,
  summary: 'Own boards, then those shared with the role, by name',
  data: z.array(board),
})

export const saveBoard = endpoint('POST /api/boards', {
  access,
  summary: 'Makes a board, or replaces the one of the given id',
  description:
    'Sharing needs the permission share. Each account sees its own distributors in a shared board. 400 names `pins` when a question cannot be answered.',
  failures: ['forbidden', 'board-not-found', 'too-many-boards', 'board-changed'],
  body: z.object({
    id: z.number().int().positive().optional(),
    revision: revision.optional(),
    name: name.meta({ example: 'Mi tablero' }),
    pins: z
      .array(pin)
      .max(MAX_PINS)
      .refine((pins) => new Set(pins.map((one) => one.id)).size === pins.length, 'must not repeat an id'),
    role_ids: roleIds,
  }),
  data: z.object({ id, revision }),
})

export const deleteBoard = endpoint('DELETE /api/boards/{id}', {
  access,
  summary: 'Deletes a board, also for those it was shared with',
  params: z.object({ id: wholeNumber(1, 999_999_999_999, 'Id of the board') }),
  failures: ['forbidden', 'board-not-found'],
})

export type Board = z.infer<typeof board>
export type Pin = z.infer<typeof pin>
export type SaveBoardBody = z.input<typeof saveBoard.body>

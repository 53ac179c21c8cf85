// Saved views: any screen with its filters under a name, private or shared with roles.
import { z } from 'zod'
import { isScreenAddress, MAX_ADDRESS } from './address.ts'
import { type DataOf, endpoint, type RowOf } from './endpoint.ts'
import { listEndpoint } from './list-endpoint.ts'
import { viewList } from './lists/views.ts'
import { DIMENSION_KEYS } from './questions/dimensions.ts'
import { roleIds } from './sharing.ts'
import { givenName, id, revision, tableCall, text, wholeNumber } from './vocabulary.ts'

const viewId = z.object({ id: wholeNumber(1, 999_999_999_999, 'Id of the view') })
const gone = ['view-not-found'] as const
const address = z
  .string()
  .max(MAX_ADDRESS)
  .refine(isScreenAddress, 'must be the path and query of a screen, such as /reports?month=2026-05')
  .meta({
    description: 'Path and query of a screen; without `month`, the screen opens on the latest one',
    example: '/analysis/explore?measures=net_sale&by=distributor&period=this_month',
  })
const question = z.string().max(20_000).nullable().default(null)
const table = tableCall.nullable().default(null).meta({ example: null })

export const views = listEndpoint(viewList)

export const savedView = endpoint('GET /api/views/{id}', {
  access: 'session',
  summary: 'A view with the filters of it that find nothing any more',
  params: viewId,
  failures: gone,
  data: z.object({
    id,
    name: text.meta({ example: 'Alfajores de Córdoba' }),
    address,
    question,
    table,
    owner: z.string().meta({ example: 'Delia Dueña' }),
    role_ids: z.array(id),
    revision,
    editable: z.boolean(),
    pinned: z.boolean(),
    opens: z.boolean(),
    missing: z
      .array(
        z.object({
          dimension: z.enum(DIMENSION_KEYS),
          title: z.string().meta({ description: 'Spanish name of the dimension', example: 'Distribuidor' }),
          values: z.array(z.string()),
        }),
      )
      .describe('Filtered values without any sale that the account may see'),
  }),
})

export const saveView = endpoint('POST /api/views', {
  access: 'session',
  summary: 'Saves an address under a name, or changes the view of the given id',
  description:
    'Sharing needs the permission share. A shared view shows each account its own distributors. Only its owner and accounts with the permission settings can change it.',
  failures: ['forbidden', ...gone, 'too-many-views', 'view-changed'],
  body: z.object({
    id: z.number().int().positive().optional(),
    revision: revision.optional(),
    name: givenName.meta({ example: 'Alfajores de Córdoba' }),
    address,
    question: question.meta({
      description:
        'Parameters of GET /api/questions/answer with the figures of the screen, if there are any; read from the address itself for /analysis/explore',
      example: null,
    }),
    table: table.meta({
      description:
        'Path and query of the call with the table of the screen, if it has one; without it, mails cannot hold the view of a screen without a question',
      example: null,
    }),
    role_ids: roleIds,
  }),
  data: z.object({ id }),
})

export const chooseView = endpoint('POST /api/views/chosen', {
  access: 'session',
  summary: 'Pins a view to the caller’s menu, or makes it open after sign-in',
  failures: gone,
  body: z.object({
    id: z.number().int().positive(),
    pinned: z.boolean().optional(),
    opens: z.boolean().optional(),
  }),
})

export const deleteView = endpoint('DELETE /api/views/{id}', {
  access: 'session',
  summary: 'Deletes a view, also from the menus of those who pinned it',
  params: viewId,
  failures: ['forbidden', ...gone],
})

const link = z.object({ id, name: z.string().meta({ example: 'Alfajores de Córdoba' }), address })

export const chosenViews = endpoint('GET /api/views/chosen', {
  access: 'session',
  summary: 'Views in the caller’s menu, by name, and the one that opens after sign-in',
  data: z.object({ pinned: z.array(link), opens: link.nullable() }),
})

export type ViewRow = RowOf<typeof views>
export type SavedView = DataOf<typeof savedView>
export type SaveViewBody = z.input<typeof saveView.body>

// Saved views: those of the token's account and those shared with its role.
import { z } from 'zod'
import { answerQuestion } from '#contract/questions/calls.ts'
import { questionParams } from '#contract/questions/question.ts'
import { views } from '#contract/views.ts'
import { questionIn } from '#server/figures/question-text.ts'
import { MAX_ROWS } from './question-tools.ts'
import { Refusal } from './refusal.ts'
import { tool } from './tool.ts'

/** The most that the list of views answers on a page. */
const MAX_VIEWS_SEEN = 1000

export const viewsTool = tool({
  name: 'list_views',
  description:
    'Lists the saved views of the account and those shared with its role. Views with has_question can be run; the others are screens to open by their link.',
  input: z.object({ name: z.string().max(255).optional().describe('Part of the name') }),
  async run({ name }, { get, link }) {
    const { data, meta } = await get(views, { query: { name, per_page: MAX_ROWS } })
    return {
      views: data.map((view) => ({
        id: view.id,
        name: view.name,
        owner: view.owner,
        has_question: view.question !== null,
        link: link(view.address),
      })),
      row_count: meta.total,
    }
  },
})

export const runViewTool = tool({
  name: 'run_view',
  description: 'Answers the question of a saved view with what the token may see, as answer_question does.',
  input: z.object({
    id: z.number().int().min(1).max(999_999_999_999).describe('Of list_views'),
    page: z.number().int().min(1).max(1_000_000).optional(),
    rows: z.number().int().min(1).max(MAX_ROWS).optional().describe('Rows of a page; default: 100'),
  }),
  async run({ id, page, rows = 100 }, { get, link }) {
    const seen = await get(views, { query: { per_page: MAX_VIEWS_SEEN } })
    const view = seen.data.find((one) => one.id === id)
    if (!view) throw new Refusal('404 View not found')
    if (view.question === null) throw new Refusal('This view has no question: open it by its link.')
    const asked = questionParams(questionIn(view.question).question)
    const question = Object.fromEntries([...asked.keys()].map((name) => [name, asked.getAll(name)]))
    const { data, meta } = await get(answerQuestion, { query: { ...question, page, per_page: rows } })
    const { per_page: _, total, ...told } = meta
    return { name: view.name, rows: data, row_count: total, ...told, link: link(view.address) }
  },
})

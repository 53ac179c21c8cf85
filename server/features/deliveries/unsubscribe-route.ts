// The link at the end of a delivery: a page that asks for confirmation, and a POST that unsubscribes, which mail programs
// also send on one click (RFC 8058). The signed link is the only credential.
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { escapeMarkup } from '#contract/markup-text.ts'
import type { AdminApp } from '#server/http/app.ts'
import { isRefused, setRefused } from '#server/outbox/outsiders.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { UNSUBSCRIBE_PATH } from './report.ts'
import { readStopToken } from './sheets/store.ts'
import { STOP_SHEETS_TEXT } from './sheets/text.ts'
import { readUnsubscribeToken, setSubscribed } from './store.ts'
import { UNSUBSCRIBE_TEXT } from './text.ts'

const params = z.object({
  token: z.string().max(200).meta({ description: 'Of the link in the mail', example: '7.12.c2lnbmF0dXJl' }),
})

type Address = { Params: z.infer<typeof params> }

const html = { content: { 'text/html': { schema: z.string() } } }
const schema = (summary: string, operationId: string) => ({
  params,
  response: {
    200: { description: 'A page', ...html },
    404: { description: 'A page: the link is wrong, or the delivery was deleted', ...html },
  },
  ...{ summary, operationId, tags: ['deliveries'] },
})

/** What a link stops, in words, and how. */
interface Stoppable {
  readonly name: string
  readonly done: string
  /** It is stopped, and can be resumed here: the one who gets it has no account. */
  readonly stopped?: string | undefined
  readonly set: (tx: Queries, stops: boolean) => Promise<unknown>
}

async function ofLink(store: Store, token: string, now: Date): Promise<Stoppable | undefined> {
  const sheet = await readStopToken(store, token)
  if (sheet) {
    const emailHash = sheet.refusal_key
    return {
      ...{ name: STOP_SHEETS_TEXT.name, done: STOP_SHEETS_TEXT.done },
      stopped: (await isRefused(store, emailHash)) ? STOP_SHEETS_TEXT.stopped : undefined,
      set: (tx, refuses) => setRefused(tx, { emailHash, refuses }, now),
    }
  }
  const found = await readUnsubscribeToken(store, token)
  if (!found) return undefined
  const { delivery, userId } = found
  return {
    ...{ name: delivery.name, done: `${UNSUBSCRIBE_TEXT.done} ${UNSUBSCRIBE_TEXT.again}` },
    set: (tx, stops) => setSubscribed(tx, { id: delivery.id, userId, subscribed: !stops }, now),
  }
}

const again = z.object({
  again: z.literal('1').optional().meta({ description: 'Resumes Fichas that were stopped', example: '1' }),
})

export function unsubscribeRoutes({ server, store, now }: AdminApp): void {
  server.register(async (scope) => {
    // Mail programs send a form, whose content is ignored.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4096 }, (_request, _body, done) =>
      done(null, {}),
    )
    const path = `${UNSUBSCRIBE_PATH}:token`
    const asking = schema('Asks whether to stop receiving a delivery', 'getApiDeliveriesUnsubscribe')
    scope.get<Address>(path, { schema: asking }, async ({ params }, reply) => {
      const found = await ofLink(store, params.token, now())
      if (!found) return show(reply.status(404), UNSUBSCRIBE_TEXT.wrong)
      if (found.stopped !== undefined) return show(reply, found.stopped, RESUMING)
      return show(reply, UNSUBSCRIBE_TEXT.ask(found.name), STOPPING)
    })
    const stopping = {
      ...schema('Stops receiving a delivery', 'postApiDeliveriesUnsubscribe'),
      querystring: again,
    }
    scope.post<Address & { Querystring: z.infer<typeof again> }>(
      path,
      { schema: stopping },
      async ({ params, query }, reply) => {
        const found = await ofLink(store, params.token, now())
        if (!found) return show(reply.status(404), UNSUBSCRIBE_TEXT.wrong)
        const resumes = found.stopped !== undefined && query.again === '1'
        await store.transaction((tx) => found.set(tx, !resumes))
        return show(reply, resumes ? STOP_SHEETS_TEXT.resumed : found.done)
      },
    )
  })
}

const STOPPING = `<form method="post"><button>${UNSUBSCRIBE_TEXT.confirm}</button></form>`
const RESUMING = `<form method="post" action="?again=1"><button>${STOP_SHEETS_TEXT.resume}</button></form>`

const STYLE = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;background:Canvas;color:CanvasText;font:16px/1.5 system-ui,sans-serif}
main{max-width:26rem;padding:2rem;text-align:center}h1{font-size:1.25rem;margin:0 0 1.25rem}
button{font:inherit;font-weight:600;padding:.7rem 1.4rem;border:0;border-radius:8px;background:#3154c9;color:#fff;cursor:pointer}`

function show(reply: FastifyReply, text: string, form = ''): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .header('referrer-policy', 'no-referrer')
    .send(
      `<!doctype html><html lang="es-AR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Góndola: ${UNSUBSCRIBE_TEXT.title}</title><style>${STYLE}</style></head><body><main><h1>${escapeMarkup(text)}</h1>${form}</main></body></html>`,
    )
}

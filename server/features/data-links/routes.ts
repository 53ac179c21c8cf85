// Data links: created and revoked by their account, and called by programs that know only the address.
import * as calls from '#contract/data-links.ts'
import { MAX_DATA_LINKS } from '#contract/limits.ts'
import { goneText, missingText, neverSold } from '#server/figures/missing-values.ts'
import type { AdminApp } from '#server/http/app.ts'
import { audit, auditedChange } from '#server/http/audit.ts'
import { badRequest, HttpError, withFieldErrors } from '#server/http/errors.ts'
import { may, type Principal } from '#server/http/principal.ts'
import { route } from '#server/http/route.ts'
import { hashSecret, newSecret } from '#server/http/token-secret.ts'
import { type AnswerDeps, answerRoute } from './answer-route.ts'
import * as links from './store.ts'

const HINT = 4

export function dataLinkRoutes(app: AdminApp, deps: AnswerDeps): void {
  const { store, now } = app

  route(app, calls.dataLinks, async ({ principal, versions }) =>
    Promise.all(
      (await links.dataLinksOf(store, principal.userId)).map(async (link) => ({
        ...link,
        gone: await goneFrom(deps, link.question, principal, versions),
      })),
    ),
  )

  route(app, calls.createDataLink, async ({ body, principal, versions, log }) => {
    await assertAnswerable(deps, body.question, principal, versions)
    const secret = newSecret('lnk')
    const { userId } = principal
    // Readable e-mails, so that forgetting a person finds them.
    const question = body.question.replaceAll('%40', '@')
    const id = await auditedChange(store, async (tx) => {
      if ((await links.dataLinksOf(tx, userId)).length >= MAX_DATA_LINKS)
        throw new HttpError('too-many-data-links')
      const after = { question }
      await audit(tx, principal, { action: 'data-link.create', subject: body.name, after }, now())
      const hashed = { secret_hash: hashSecret(secret), hint: secret.slice(-HINT) }
      return links.createDataLink(tx, userId, { name: body.name, question, ...hashed }, now())
    })
    log.info({ userId, dataLink: id }, 'data link created')
    return { id, path: `${calls.DATA_LINK_PATH}${secret}` }
  })

  route(app, calls.revokeDataLink, async ({ params: { id }, principal, log }) => {
    await auditedChange(store, async (tx) => {
      const subject = await links.revokeDataLink(tx, principal.userId, id, now())
      if (subject === undefined) throw new HttpError('data-link-not-found')
      await audit(tx, principal, { action: 'data-link.revoke', subject }, now())
    })
    log.info({ userId: principal.userId, dataLink: id }, 'data link revoked')
  })

  answerRoute(app, deps)
}

/** The names that its filter no longer finds; '' also for a question that the account may not ask at present. */
async function goneFrom(
  { ask }: AnswerDeps,
  question: string,
  principal: Principal,
  versions: Parameters<AnswerDeps['ask']>[2],
): Promise<string> {
  try {
    return goneText(await (await ask(question, principal, versions)).gone())
  } catch (error) {
    if (error instanceof HttpError) return ''
    throw error
  }
}

/** Throws a 400 that names `question`, or a 403, for a question that the link could not answer. */
async function assertAnswerable(
  { ask }: AnswerDeps,
  question: string,
  principal: Principal,
  versions: Parameters<AnswerDeps['ask']>[2],
): Promise<void> {
  if (!may(principal, 'export')) throw new HttpError('forbidden')
  const missing = await withFieldErrors('question', async () =>
    (await ask(question, principal, versions)).missing(),
  )
  if (missing.length > 0) throw badRequest('question', neverSold(missingText(missing)))
}

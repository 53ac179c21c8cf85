import { apiTokens, createApiToken, revokeApiToken } from '#contract/api-tokens.ts'
import { MAX_API_TOKENS } from '#contract/limits.ts'
import type { AdminApp } from '#server/http/app.ts'
import { audit, auditedChange } from '#server/http/audit.ts'
import { badRequest, HttpError } from '#server/http/errors.ts'
import type { Principal } from '#server/http/principal.ts'
import { type Call, route } from '#server/http/route.ts'
import { hashSecret, newSecret } from '#server/http/token-secret.ts'
import { utcText } from '#server/store/sql.ts'
import { addSeconds, milliseconds } from '../clock.ts'
import * as tokens from './store.ts'

const DAY_SECONDS = 24 * 3600
const HINT = 4

export function apiTokenRoutes(app: AdminApp): void {
  const { store, now } = app

  route(app, apiTokens, async ({ principal }) => {
    const stored = await tokens.apiTokensOf(store, principal.userId)
    return stored.map((token) => {
      const { permissions, scope } = tokens.heldBy(token, principal)
      const expired = milliseconds(token.expires_at) <= now().getTime()
      return { ...token, permissions, dist_ids: token.dist_ids === null ? null : [...(scope ?? [])], expired }
    })
  })

  route(app, createApiToken, async ({ body, principal, log }) => {
    assertWithin(principal, body)
    const secret = newSecret('pat')
    const { name, permissions, dist_ids } = body
    const expires = addSeconds(now(), body.days * DAY_SECONDS)
    const id = await auditedChange(store, async (tx) => {
      if ((await tokens.apiTokensOf(tx, principal.userId)).length >= MAX_API_TOKENS)
        throw new HttpError('too-many-api-tokens')
      const token = { name, permissions, dist_ids, expires_at: expires }
      const hashed = { token_hash: hashSecret(secret), hint: secret.slice(-HINT) }
      const after = { permissions, dist_ids, days: body.days }
      await audit(tx, principal, { action: 'token.create', subject: name, after }, now())
      return tokens.createApiToken(tx, principal.userId, { ...token, ...hashed }, now())
    })
    log.info({ userId: principal.userId, apiToken: id }, 'API token created')
    return { id, token: secret, expires_at: utcText(expires) }
  })

  route(app, revokeApiToken, async ({ params: { id }, principal, log }) => {
    await auditedChange(store, async (tx) => {
      const token = await tokens.ownApiToken(tx, principal.userId, id)
      if (!token) throw new HttpError('token-not-found')
      await tokens.revokeApiToken(tx, id, now())
      await audit(tx, principal, { action: 'token.revoke', subject: token.name }, now())
    })
    log.info({ userId: principal.userId, apiToken: id }, 'API token revoked')
  })
}

/** Throws a 400 that names what exceeds the rights of the account. */
function assertWithin(
  { permissions, scope }: Principal,
  body: Pick<Call<typeof createApiToken>['body'], 'permissions' | 'dist_ids'>,
): void {
  const missing = body.permissions.filter((one) => !permissions.has(one))
  if (missing.length > 0)
    throw badRequest('permissions', `exceed those of the account: ${missing.join(', ')}`)
  const foreign = scope === null ? [] : (body.dist_ids ?? []).filter((distId) => !scope.includes(distId))
  if (foreign.length > 0) throw badRequest('dist_ids', `exceed those of the account: ${foreign.join(', ')}`)
}

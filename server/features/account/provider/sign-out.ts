// Signing out at the provider. Okta demands the ID token of the session: a page posts it, since an address would show name and e-mail.
import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { escapeMarkup } from '#contract/markup-text.ts'
import type { AdminApp } from '#server/http/app.ts'
import { sql } from '#server/store/sql.ts'
import { addSeconds } from '../clock.ts'
import type { Sealing } from '../session-secret.ts'
import type { LoginOptions } from '../sign-in.ts'
import { spendToken } from '../used-tokens.ts'
import { type Authorized, configurationOf, type Discovered, signOutUrl, wantsIdToken } from './client.ts'
import { activeProvider, clientOf } from './settings.ts'
import { SIGN_OUT_TEXT } from './text.ts'

const PATH = '/api/logout/provider'
const ID_TOKEN = 'id token'
const LEAVING = 'provider-sign-out'
const LEAVING_SECONDS = 60

const leaving = z.object({ session: z.string(), id: z.string() })

type Options = Pick<LoginOptions, 'sealing' | 'publicUrl' | 'tokens'>

export const returnAddress = (publicUrl: string): string => `${publicUrl}/auth/provider`

/** What a session keeps of the provider's answer; undefined if signing out there does not need it. */
export const keptIdToken = (found: Discovered, { id_token }: Authorized, sealing: Sealing) =>
  id_token !== undefined && wantsIdToken(found) ? sealing.seal(ID_TOKEN, id_token) : undefined

/** The address that signs out at the provider a session that began there; null for others. */
export async function providerSignOut(
  { store, now }: AdminApp,
  { sealing, publicUrl, tokens }: Options,
  sessionId: string,
): Promise<string | null> {
  const session = await store.one<{ provider: boolean; id_token: string | null }>(
    sql`select provider, id_token from sessions where session_id = ${sessionId}`,
  )
  const active = session?.provider ? await activeProvider(store) : undefined
  if (!active) return null
  if (session?.id_token) {
    const claims = { session: sessionId, id: `sign-out:${sessionId}` }
    return `${publicUrl}${PATH}?token=${await tokens.signFor(LEAVING, claims, LEAVING_SECONDS, now())}`
  }
  try {
    const found = await configurationOf(clientOf(active, sealing))
    return signOutUrl(found, returnAddress(publicUrl)) ?? null
  } catch {
    // A provider that is down must not prevent the sign-out here.
    return null
  }
}

/** The page that takes the ID token to the provider, once and within a minute of signing out. */
export function providerSignOutRoute({ server, store, now }: AdminApp, options: Options): void {
  const { sealing, publicUrl, tokens } = options
  const querystring = z.object({
    token: z.string().max(1000).meta({ description: 'Of the answer of the sign-out', example: 'eyJ…' }),
  })
  const html = { content: { 'text/html': { schema: z.string() } } }
  const schema = {
    querystring,
    response: { 200: { description: 'A page that leads to the provider', ...html } },
    summary: 'Takes the ID token of a session that ended to the provider',
    operationId: 'getApiLogoutProvider',
    tags: ['account'],
  }
  /** The ID token of the session that the token names, at its first use. */
  const idTokenOf = async (token: string) => {
    const claims = await tokens.readFor(LEAVING, leaving, token, now())
    const expires = addSeconds(now(), LEAVING_SECONDS)
    if (!claims || !(await store.transaction((tx) => spendToken(tx, claims.id, expires, now()))))
      return undefined
    const session = await store.one<{ id_token: string | null }>(
      sql`select id_token from sessions where session_id = ${claims.session} and revoked_at is not null`,
    )
    return session?.id_token ? sealing.open(ID_TOKEN, session.id_token) : undefined
  }
  server.get<{ Querystring: z.infer<typeof querystring> }>(PATH, { schema }, async ({ query }, reply) => {
    const idToken = await idTokenOf(query.token)
    const active = idToken === undefined ? undefined : await activeProvider(store)
    const found = active && (await configurationOf(clientOf(active, sealing)).catch(() => undefined))
    const address = found && signOutUrl(found, returnAddress(publicUrl))
    return address === undefined || idToken === undefined
      ? reply.redirect(returnAddress(publicUrl))
      : show(reply, new URL(address), idToken)
  })
}

const SCRIPT = 'document.forms[0].submit()'
const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64')
/** Without form-action: browsers apply it also to the provider's own redirects. */
const POLICY = `default-src 'none';script-src 'sha256-${SCRIPT_HASH}';base-uri 'none';frame-ancestors 'none'`

function show(reply: FastifyReply, address: URL, idToken: string): FastifyReply {
  const fields = [...address.searchParams, ['id_token_hint', idToken] as const].map(
    ([name, value]) => `<input type="hidden" name="${escapeMarkup(name)}" value="${escapeMarkup(value)}">`,
  )
  address.search = ''
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('content-security-policy', POLICY)
    .send(
      `<!doctype html><html lang="es-AR"><head><meta charset="utf-8"><title>Góndola: ${SIGN_OUT_TEXT.title}</title></head><body><form method="post" action="${escapeMarkup(address.href)}">${fields.join('')}<button>${SIGN_OUT_TEXT.title}</button></form><script>${SCRIPT}</script></body></html>`,
    )
}

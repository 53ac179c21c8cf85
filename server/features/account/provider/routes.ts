import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { SUPER_ADMIN } from '#contract/permissions.ts'
import * as calls from '#contract/provider.ts'
import type { AdminApp } from '#server/http/app.ts'
import { audit } from '#server/http/audit.ts'
import { badRequest, HttpError } from '#server/http/errors.ts'
import { changedMeanwhile, revisionOf } from '#server/http/revisions.ts'
import { route } from '#server/http/route.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { accountByEmail, allRoles, foldEmail } from '../accounts.ts'
import { addSeconds } from '../clock.ts'
import { giveBack, limitKey, limitRate, networkOf, PASSKEY_CHALLENGES } from '../rate-limit.ts'
import { enter, type LoginOptions } from '../sign-in.ts'
import { administeredChange } from '../super-admins.ts'
import { spendToken } from '../used-tokens.ts'
import { applyClaims, unusableHash } from './accounts.ts'
import { checksAt, dropTokens, keepToken, keptToken } from './checks.ts'
import { authorizationUrl, authorized, configurationOf, problemOf, signOutUrl } from './client.ts'
import {
  activeProvider,
  clientOf,
  readProvider,
  SECRET_PURPOSE,
  type StoredProvider,
  writeProvider,
} from './settings.ts'

const NOBODY_LEFT = 'No superAdmin could sign in.'
const NOT_CONFIGURED = 'No provider is configured.'
const COOKIE = 'gondola_provider'
const PURPOSE = 'provider'
const LIFE_SECONDS = 10 * 60

const started = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  issuer: z.string(),
  redirect: z.string(),
  attempt: z.string().default(''),
})

const redirectUriOf = (publicUrl: string): string => `${publicUrl}/auth/provider`

/** `Lax`: the provider leads back from another site. */
function setCookie(reply: FastifyReply, value: string, seconds: number): void {
  const secure = reply.request.protocol === 'https' ? '; Secure' : ''
  const scope = `Path=/api/login/provider; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`
  reply.header('set-cookie', `${COOKIE}=${value}; ${scope}`)
}

export function providerLoginRoutes(app: AdminApp, { tokens, sealing, publicUrl }: LoginOptions): void {
  const { store, now } = app
  const redirectUri = redirectUriOf(publicUrl)

  const configured = async (address: string) => {
    const key = limitKey('provider', networkOf(address))
    const attempt = await limitRate(store, key, PASSKEY_CHALLENGES, now())
    const active = await activeProvider(store)
    if (!active) throw new HttpError(409, NOT_CONFIGURED)
    return { active, attempt }
  }
  const configurationFor = (active: StoredProvider) => configurationOf(clientOf(active, sealing))

  route(app, calls.startProviderLogin, async ({ body, address }, reply) => {
    const { active, attempt } = await configured(address)
    const config = await configurationFor(active)
    const { url, ...secrets } = await authorizationUrl(config, { redirectUri, scopes: active.scopes })
    const claims = { ...secrets, issuer: active.issuer, redirect: body.redirect, attempt }
    setCookie(reply, await tokens.signFor(PURPOSE, claims, LIFE_SECONDS, now()), LIFE_SECONDS)
    return { url }
  })

  route(app, calls.finishProviderLogin, async ({ body, address, log }, reply) => {
    const { active, attempt } = await configured(address)
    const cookie = new RegExp(`(?:^|; *)${COOKIE}=([\\w.-]+)`).exec(reply.request.headers.cookie ?? '')?.[1]
    const begun = cookie && (await tokens.readFor(PURPOSE, started, cookie, now()))
    const current = new URL(`${redirectUri}?${body.params.replace(/^\?/, '')}`)
    const isOurs =
      begun && begun.issuer === active.issuer && current.searchParams.get('state') === begun.state
    const expires = addSeconds(now(), LIFE_SECONDS)
    if (!isOurs || !(await store.transaction((tx) => spendToken(tx, begun.state, expires, now()))))
      throw badRequest('params', 'is wrong, late or used')
    // Checked first: a request that nobody began must not make the server call the provider.
    const { answer, claims } = await authorized(await configurationFor(active), current, begun)
    const hash = await unusableHash()
    const token = keptToken(active, answer, sealing)
    const outcome = await administeredChange(store, async (tx) => {
      const applied = await applyClaims(tx, active, claims, hash, now())
      await keepToken(tx, claims, 'refused' in applied ? null : token, now())
      return applied
    })
    if ('refused' in outcome) {
      log.info({ reason: outcome.refused }, 'sign-in at the provider refused')
      throw new HttpError(403, outcome.refused)
    }
    const session = {
      account: outcome.account,
      remember: false,
      device: 'dashboard-web',
      address,
      way: 'provider',
    } as const
    const signedIn = await enter(app, tokens, reply, session)
    await giveBack(store, [attempt, begun.attempt])
    return { ...signedIn, redirect: begun.redirect }
  })
}

export function providerSettingsRoutes(
  app: AdminApp,
  { sealing, publicUrl }: Pick<LoginOptions, 'sealing' | 'publicUrl'>,
): void {
  const { store, now } = app
  const redirect_uri = redirectUriOf(publicUrl)

  route(app, calls.provider, async () => {
    const stored = await readProvider(store)
    const revision = revisionOf(stored)
    if (!stored) return { settings: null, revision, has_secret: false, checks: 'off' as const, redirect_uri }
    const { secret, ...settings } = stored
    return {
      settings,
      revision,
      has_secret: secret !== '',
      checks: await checksAt(store, settings),
      redirect_uri,
    }
  })

  route(app, calls.saveProvider, async ({ body, principal }) => {
    const { client_secret, revision, ...settings } = body
    const save = async (tx: Queries) => {
      const names = (await allRoles(tx)).map(({ name }) => name)
      const unknown = settings.roles.findIndex(({ role }) => !names.includes(role))
      if (unknown >= 0) throw badRequest(`roles.${unknown}.role`, `must be one of ${names.join(', ')}`)
      if (settings.enabled && !settings.local) {
        const emergency = await accountByEmail(tx, foldEmail(settings.emergency_email))
        const isUsable = emergency?.role === SUPER_ADMIN && emergency.password_from === 'owner'
        if (!isUsable)
          throw badRequest('emergency_email', 'must be a superAdmin with a password of their own')
      }
      const before = await readProvider(tx)
      if (revision !== undefined && revision !== revisionOf(before)) throw changedMeanwhile('provider')
      const isSame = before?.issuer === settings.issuer && before.client_id === settings.client_id
      // A secret must only reach the provider that it was entered for.
      const kept = isSame ? before.secret : ''
      const secret = client_secret === undefined ? kept : sealing.seal(SECRET_PURPOSE, client_secret)
      await writeProvider(tx, { ...settings, secret })
      if (!isSame) await dropTokens(tx)
      const { secret: _, ...old } = before ?? { secret: '' }
      const change = {
        action: 'provider.settings' as const,
        subject: settings.name,
        before: old,
        after: settings,
      }
      await audit(tx, principal, change, now())
    }
    await administeredChange(store, save, NOBODY_LEFT)
  })

  route(app, calls.testProvider, async () => {
    const stored = await readProvider(store)
    if (!stored) throw new HttpError(409, NOT_CONFIGURED)
    return { problem: await problemOf(clientOf(stored, sealing), redirect_uri) }
  })
}

/** The provider's sign-out address for a session that began there; null for others. */
export async function providerSignOut(
  { store }: AdminApp,
  { sealing, publicUrl }: Pick<LoginOptions, 'sealing' | 'publicUrl'>,
  sessionId: string,
): Promise<string | null> {
  const session = await store.one<{ provider: boolean }>(
    sql`select provider from sessions where session_id = ${sessionId}`,
  )
  const active = session?.provider ? await activeProvider(store) : undefined
  if (!active) return null
  try {
    return signOutUrl(await configurationOf(clientOf(active, sealing)), redirectUriOf(publicUrl)) ?? null
  } catch {
    // A provider that is down must not prevent the sign-out here.
    return null
  }
}

import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { DataOf } from '#contract/endpoint.ts'
import { SUPER_ADMIN } from '#contract/permissions.ts'
import * as calls from '#contract/provider.ts'
import { SIGNED_IN_STATE } from '#contract/provider-state.ts'
import type { AdminApp } from '#server/http/app.ts'
import { audit } from '#server/http/audit.ts'
import { badRequest, HttpError } from '#server/http/errors.ts'
import { changedMeanwhile, revisionOf } from '#server/http/revisions.ts'
import { route } from '#server/http/route.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { accountByEmail, accountById, allRoles, foldEmail } from '../accounts.ts'
import { addSeconds } from '../clock.ts'
import { giveBack, limitKey, limitRate, networkOf, PASSKEY_CHALLENGES } from '../rate-limit.ts'
import { openSessions } from '../sessions.ts'
import { enter, type LoginOptions } from '../sign-in.ts'
import { administeredChange } from '../super-admins.ts'
import { spendToken } from '../used-tokens.ts'
import { applyClaims, foresee, isLinkable, link, type Outcome, unusableHash } from './accounts.ts'
import { checksAt, dropTokens, keepToken, keptToken } from './checks.ts'
import { identityOf } from './claims.ts'
import {
  asksForRefresh,
  authorizationUrl,
  authorized,
  configurationOf,
  type ProviderClaims,
} from './client.ts'
import { probe } from './probe.ts'
import {
  activeProvider,
  clientOf,
  readProvider,
  SECRET_PURPOSE,
  type StoredProvider,
  writeProvider,
} from './settings.ts'
import { keptIdToken, returnAddress } from './sign-out.ts'

const COOKIE = 'gondola_provider'
const PURPOSE = 'provider'
const LIFE_SECONDS = 10 * 60

/** A sign-in that has begun in a browser; `own`: links the account of this session, `trial`: opens nothing. */
const started = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  issuer: z.string(),
  redirect: z.string(),
  attempt: z.string().default(''),
  trial: z.boolean().default(false),
  own: z.object({ user: z.number(), session: z.string() }).optional(),
})
type Begun = z.output<typeof started>

/** `Lax`: the provider leads back from another site. */
function setCookie(reply: FastifyReply, value: string, seconds: number): void {
  const secure = reply.request.protocol === 'https' ? '; Secure' : ''
  const scope = `Path=/api/login/provider; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`
  reply.header('set-cookie', `${COOKIE}=${value}; ${scope}`)
}

/** What the ways to begin a sign-in and its end share. */
function signIns({ store, now }: AdminApp, { tokens, sealing, publicUrl }: LoginOptions) {
  const redirectUri = returnAddress(publicUrl)
  const counted = (address: string) =>
    limitRate(store, limitKey('provider', networkOf(address)), PASSKEY_CHALLENGES, now())
  const configured = async (trial = false) => {
    const provider = await (trial ? readProvider(store) : activeProvider(store))
    if (!provider) throw new HttpError('provider-missing')
    return provider
  }
  const configurationFor = (provider: StoredProvider) => configurationOf(clientOf(provider, sealing))
  return {
    redirectUri,
    counted,
    configured,
    configurationFor,
    async begin(
      reply: FastifyReply,
      { address, ...purpose }: Partial<Pick<Begun, 'redirect' | 'trial' | 'own'>> & { address: string },
    ) {
      const attempt = await counted(address)
      const provider = await configured(purpose.trial)
      const config = await configurationFor(provider)
      // The page that the provider leads to is for strangers, but for these.
      const prefix = purpose.trial || purpose.own ? SIGNED_IN_STATE : ''
      const { url, ...secrets } = await authorizationUrl(config, {
        redirectUri,
        scopes: provider.scopes,
        prefix,
      })
      const claims = { redirect: '/', ...purpose, ...secrets, issuer: provider.issuer, attempt }
      setCookie(reply, await tokens.signFor(PURPOSE, claims, LIFE_SECONDS, now()), LIFE_SECONDS)
      return { url }
    },
    /** The sign-in that this browser has begun; throws a 400 unless it is the one that comes back, for the first time. */
    async begun(reply: FastifyReply, params: string): Promise<{ begun: Begun; current: URL }> {
      const cookie = new RegExp(`(?:^|; *)${COOKIE}=([\\w.-]+)`).exec(reply.request.headers.cookie ?? '')?.[1]
      const begun = cookie && (await tokens.readFor(PURPOSE, started, cookie, now()))
      // Without an address of its own, the server begins no sign-in.
      if (!begun) throw stale()
      const current = new URL(`${redirectUri}?${params.replace(/^\?/, '')}`)
      const isOurs = current.searchParams.get('state') === begun.state
      const expires = addSeconds(now(), LIFE_SECONDS)
      if (!isOurs || !(await store.transaction((tx) => spendToken(tx, begun.state, expires, now()))))
        throw stale()
      return { begun, current }
    },
  }
}

const stale = () =>
  new HttpError('provider-sign-in-expired', {
    errors: [{ path: 'params', message: 'is wrong, late or used' }],
  })

export function providerLoginRoutes(app: AdminApp, options: LoginOptions): void {
  const { store, now } = app
  const { tokens, sealing } = options
  const { begin, begun: readBegun, counted, configured, configurationFor } = signIns(app, options)

  route(app, calls.startProviderLogin, ({ body, address }, reply) =>
    begin(reply, { redirect: body.redirect, address }),
  )

  route(app, calls.finishProviderLogin, async ({ body, address, log }, reply) => {
    const attempt = await counted(address)
    // Checked first: a request that nobody began must not make the server call the provider.
    const { begun, current } = await readBegun(reply, body.params)
    const active = await configured(begun.trial)
    if (begun.issuer !== active.issuer) throw stale()
    const found = await configurationFor(active)
    const { answer, claims } = await authorized(found, current, begun, log)
    if (begun.trial) {
      const refresh_token = asksForRefresh(active.scopes) && answer.refresh_token !== undefined
      return { trial: { claims: shown(claims), refresh_token, ...(await foresee(store, active, claims)) } }
    }
    const hash = await unusableHash()
    const token = keptToken(active, answer, sealing)
    const outcome = await administeredChange(store, async (tx): Promise<Outcome> => {
      const own = begun.own && (await ownAccount(tx, begun.own, now()))
      if (begun.own && !own) return { refused: 'provider-session-ended' }
      if (own && !isLinkable(active, own)) return { refused: 'provider-not-linkable' }
      const applied = await applyClaims(tx, active, claims, { hash, ...(own && { own }) }, now())
      await keepToken(tx, identityOf(active, claims), 'refused' in applied ? null : token, now())
      return applied
    })
    if ('refused' in outcome) {
      log.info({ reason: outcome.refused }, 'sign-in at the provider refused')
      throw new HttpError(outcome.refused)
    }
    const session = {
      account: outcome.account,
      remember: false,
      device: 'dashboard-web',
      address,
      way: 'provider',
      idToken: keptIdToken(found, answer, sealing),
    } as const
    const signedIn = await enter(app, tokens, reply, session)
    await giveBack(store, [attempt, begun.attempt])
    return { ...signedIn, redirect: begun.redirect }
  })
}

const SHOWN_LENGTH = 500

const shown = (claims: ProviderClaims) =>
  Object.entries(claims).map(([name, value]) => ({
    name,
    value: (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, SHOWN_LENGTH),
  }))

/** The account of a session that is still open. */
async function ownAccount(tx: Queries, { user, session }: NonNullable<Begun['own']>, now: Date) {
  const open = await openSessions(tx, user, now)
  return open.some(({ id }) => id === session) ? accountById(tx, user) : undefined
}

/** Linking one's own account, and the requests that a superAdmin decides. */
export function providerLinkRoutes(app: AdminApp, options: LoginOptions): void {
  const { store, now } = app
  const { begin } = signIns(app, options)

  route(app, calls.ownProvider, async ({ principal }) => {
    const active = await activeProvider(store)
    const account = await accountById(store, principal.userId)
    if (!active || !account) return { name: null, linked: false, can_link: false }
    const linked = await store.one(
      sql`select 1 as found from identities where issuer = ${active.issuer} and user_id = ${account.user_id} limit 1`,
    )
    return { name: active.name, linked: linked !== undefined, can_link: isLinkable(active, account) }
  })

  route(app, calls.startProviderLink, async ({ principal, address }, reply) => {
    const active = await activeProvider(store)
    const account = await accountById(store, principal.userId)
    if (active && account && !isLinkable(active, account)) throw new HttpError('account-not-linkable')
    const own = { user: principal.userId, session: principal.sessionId }
    return begin(reply, { own, redirect: '/account', address })
  })

  route(app, calls.linkRequests, () =>
    store.all<DataOf<typeof calls.linkRequests>[number]>(sql`
      select r.request_id as id, u.user_id, u.name as user_name, u.email as user_email, r.name, r.asked_at
      from link_requests r join users u on u.user_id = r.user_id and u.deleted_at is null
      order by r.asked_at desc, r.request_id`),
  )

  route(app, calls.decideLinkRequest, async ({ params, body, principal }) => {
    const hash = await unusableHash()
    await administeredChange(store, async (tx) => {
      const request = await tx.one<{ iss: string; sub: string; user_id: number }>(sql`
        select issuer as iss, subject as sub, user_id from link_requests where request_id = ${params.id}`)
      const account = request && (await accountById(tx, request.user_id))
      if (!request || !account) throw new HttpError('link-request-not-found')
      await tx.run(sql`delete from link_requests where request_id = ${params.id}`)
      if (!body.accept) return
      // The superAdmin vouches for the e-mail of both sides; what somebody else may have opened ends.
      const provider = await readProvider(tx)
      const isEmergency = provider && !isLinkable(provider, { ...account, email_proven: true })
      if (!provider || provider.issuer !== request.iss || isEmergency)
        throw new HttpError('account-not-linkable')
      await link(tx, request, { account, isNew: false, hash }, now(), principal)
    })
  })
}

export function providerSettingsRoutes(app: AdminApp, options: LoginOptions): void {
  const { store, now } = app
  const { sealing } = options
  const { begin, redirectUri: redirect_uri } = signIns(app, options)

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
    await administeredChange(store, save, 'nobody-could-sign-in')
  })

  route(app, calls.testProvider, async () => {
    const stored = await readProvider(store)
    if (!stored) throw new HttpError('provider-missing')
    return probe(clientOf(stored, sealing), redirect_uri)
  })

  route(app, calls.startProviderTrial, ({ address }, reply) => begin(reply, { trial: true, address }))
}

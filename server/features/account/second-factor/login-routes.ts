// Sign-in with a passkey, alone or as the second step after the password.
import { loginPasskey, startPasskeyLogin } from '#contract/passkeys.ts'
import type { AdminApp } from '#server/http/app.ts'
import { HttpError } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { type Account, accountById } from '../accounts.ts'
import {
  limitedCheck,
  limitKey,
  limitRate,
  networkOf,
  PASSKEY_CHALLENGES,
  PER_ADDRESS,
} from '../rate-limit.ts'
import { enter, type LoginOptions, secondStepOf } from '../sign-in.ts'
import { assertSite, authentication, passkeyOwner, siteOf } from './webauthn.ts'

export function passkeyLoginRoutes(
  app: AdminApp,
  { tokens, publicUrl }: Pick<LoginOptions, 'tokens' | 'publicUrl'>,
): void {
  const { store, now } = app
  const site = siteOf(publicUrl)
  const deps = { store, tokens, now }

  route(app, startPasskeyLogin, async ({ body, address }) => {
    await limitRate(store, limitKey('passkey-start', networkOf(address)), PASSKEY_CHALLENGES, now())
    if (body.second_factor === undefined) return authentication(deps, assertSite(site))
    const { account } = await secondStepOf(app, tokens, body.second_factor, 'second_factor')
    return authentication(deps, assertSite(site), account.user_id)
  })

  route(app, loginPasskey, async ({ body, address, log }, reply) => {
    const counter = { key: limitKey('passkey', networkOf(address)), limit: PER_ADDRESS }
    let account: Account | undefined
    const check = async () => {
      const userId = await passkeyOwner(deps, assertSite(site), body)
      account = userId === undefined ? undefined : await accountById(store, userId)
      if (!account) log.info({ userId: userId ?? 0 }, 'passkey refused')
      return account !== undefined
    }
    const unknown = new HttpError('passkey-unknown')
    await limitedCheck(store, [counter], now, check, unknown)
    if (!account) throw unknown
    if (account.role === '') throw new HttpError('account-waiting')
    const opening = { account, remember: body.remember, device: 'dashboard-web', address } as const
    return enter(app, tokens, reply, { ...opening, way: 'passkey' })
  })
}

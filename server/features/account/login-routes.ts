// Sign-in: the password, and a code or a passkey for accounts that have a second factor.
import { login, loginOptions } from '#contract/account.ts'
import { loginSecondFactor } from '#contract/second-factor.ts'
import type { AdminApp } from '#server/http/app.ts'
import { HttpError } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import type { Store } from '#server/store/store.ts'
import { accountByEmail, foldEmail } from './accounts.ts'
import { knownDevice } from './devices.ts'
import { verifyPassword } from './passwords.ts'
import { providerLoginRoutes } from './provider/routes.ts'
import { activeProvider } from './provider/settings.ts'
import {
  CODES_PER_ACCOUNT,
  limitedCheck,
  limitKey,
  networkOf,
  PER_ACCOUNT,
  PER_ACCOUNT_EVERYWHERE,
  PER_ADDRESS,
} from './rate-limit.ts'
import { factorOf, spendCode } from './second-factor/factors.ts'
import { passkeyLoginRoutes } from './second-factor/login-routes.ts'
import { passkeysOf } from './second-factor/passkeys.ts'
import { siteOf } from './second-factor/webauthn.ts'
import { enter, type LoginOptions, secondStepOf, secondStepToken } from './sign-in.ts'
import type { Device } from './tokens.ts'

/** Strangers who guess passwords must lock out neither a known device of the account nor another network. */
const countersOf = (email: string, network: string, device: Device | undefined) =>
  device
    ? ([{ key: limitKey('device', device.deviceId), limit: PER_ACCOUNT }] as const)
    : ([
        { key: limitKey('account-network', `${email} ${network}`), limit: PER_ACCOUNT },
        { key: limitKey('address', network), limit: PER_ADDRESS },
        { key: limitKey('account', email), limit: PER_ACCOUNT_EVERYWHERE },
      ] as const)

/** Codes are short, so the limit of all networks is low; only those who know the password can reach it. */
const codeCountersOf = (userId: number, network: string, device: Device | undefined) =>
  device
    ? ([{ key: limitKey('device-code', device.deviceId), limit: PER_ACCOUNT }] as const)
    : ([
        { key: limitKey('code-network', `${userId} ${network}`), limit: PER_ACCOUNT },
        { key: limitKey('code', String(userId)), limit: CODES_PER_ACCOUNT },
      ] as const)

async function methodsOf(store: Store, userId: number): Promise<('code' | 'passkey')[]> {
  const code = await factorOf(store, userId)
  const passkeys = await passkeysOf(store, userId)
  return [...(code ? (['code'] as const) : []), ...(passkeys.length > 0 ? (['passkey'] as const) : [])]
}

export function loginRoutes(app: AdminApp, { tokens, sealing, publicUrl }: LoginOptions): void {
  const { store, now } = app

  route(app, loginOptions, async () => {
    const provider = await activeProvider(store)
    return {
      passkeys: siteOf(publicUrl) !== undefined,
      provider: provider ? { name: provider.name } : null,
      local: provider?.local ?? true,
    }
  })

  route(app, login, async ({ body, address, log }, reply) => {
    const account = await accountByEmail(store, body.email)
    const known = account && (await knownDevice(tokens, reply.request, account.user_id, now()))
    const counters = countersOf(foldEmail(body.email), networkOf(address), known)
    await limitedCheck(store, counters, now, async () => {
      const matches = await verifyPassword(account?.password_hash, body.password)
      if (!matches) log.info({ userId: account?.user_id ?? 0 }, 'sign-in refused')
      return matches
    })
    if (!account) throw new HttpError('wrong-credentials')
    if (account.role === '') throw new HttpError('account-waiting')
    if (account.password_from === 'registration') throw new HttpError('email-unconfirmed')
    const methods = await methodsOf(store, account.user_id)
    if (methods.length === 0) return enter(app, tokens, reply, { account, ...body, address, way: 'password' })
    return { second_factor: { token: await secondStepToken(app, tokens, account, body), methods } }
  })

  route(app, loginSecondFactor, async ({ body, address, log }, reply) => {
    const { account, remember, device } = await secondStepOf(app, tokens, body.token, 'token')
    const userId = account.user_id
    const known = await knownDevice(tokens, reply.request, userId, now())
    await limitedCheck(
      store,
      codeCountersOf(userId, networkOf(address), known),
      now,
      async () => {
        const matches = await spendCode(store, sealing, { userId, code: body.code }, now())
        if (!matches) log.info({ userId }, 'code refused')
        return matches
      },
      new HttpError('wrong-code'),
    )
    return enter(app, tokens, reply, { account, remember, device, address, way: 'second factor' })
  })

  providerLoginRoutes(app, { tokens, sealing, publicUrl })
  passkeyLoginRoutes(app, { tokens, publicUrl })
}

// Shared by all ways to sign in: the session that they open, and the step between password and code.
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { SignedIn } from '#contract/account.ts'
import type { AdminApp } from '#server/http/app.ts'
import { badRequest, HttpError } from '#server/http/errors.ts'
import { hashSecret } from '#server/http/token-secret.ts'
import { type Account, accountById } from './accounts.ts'
import { clientName } from './client-name.ts'
import { knownDevice, rememberDevice } from './devices.ts'
import { isLocalOpen } from './provider/settings.ts'
import { networkOf } from './rate-limit.ts'
import type { Sealing } from './session-secret.ts'
import { openSession } from './sessions.ts'
import type { Claims, Tokens } from './tokens.ts'

export interface LoginOptions {
  readonly tokens: Tokens
  /** Encrypts the secrets of second factors. */
  readonly sealing: Sealing
  /** The address people open; passkeys belong to its host. */
  readonly publicUrl: string
}

export const signedIn = async (
  tokens: Tokens,
  claims: Claims,
  account: Pick<Account, 'user_id' | 'name' | 'email'>,
): Promise<SignedIn> => ({
  access_token: await tokens.sign(claims),
  user_data: { id: account.user_id, display_name: account.name, email: account.email },
})

interface Opening {
  readonly account: Account
  readonly remember: boolean
  readonly device: string
  /** IP address of the client. */
  readonly address: string
  /** How the person signed in, for the log. */
  readonly way: 'password' | 'second factor' | 'passkey' | 'provider'
  /** Of the provider, sealed. */
  readonly idToken?: string | undefined
}

/** Opens a session and marks the browser as known to the account. */
export async function enter(
  { store, now }: AdminApp,
  tokens: Tokens,
  reply: FastifyReply,
  { account, remember, device, address, way, idToken }: Opening,
): Promise<SignedIn> {
  const provider = way === 'provider'
  // Checked for every way to sign in, since a sign-in may have begun before local sign-in was closed.
  if (!provider && !(await isLocalOpen(store, account.email))) throw new HttpError('local-sign-in-closed')
  const userId = account.user_id
  const known = await knownDevice(tokens, reply.request, userId, now())
  const client = clientName(reply.request.headers['user-agent'])
  const session = { userId, remember, device, client, network: networkOf(address), provider, idToken }
  const claims = await openSession(store, session, now())
  await rememberDevice(tokens, reply, { userId, ...known }, now())
  reply.log.info({ userId, way }, 'signed in')
  return signedIn(tokens, claims, account)
}

const SECOND_STEP = 'second-step'
const SECOND_STEP_SECONDS = 5 * 60

/** `password`: hash of its hash, so that a new password ends the step. */
const secondStep = z.object({
  user: z.number(),
  remember: z.boolean(),
  device: z.string(),
  password: z.string(),
})

/** The token that a correct password gets instead of a session. */
export function secondStepToken(
  { now }: AdminApp,
  tokens: Tokens,
  account: Account,
  { remember, device }: { remember: boolean; device: string },
): Promise<string> {
  const step = { user: account.user_id, remember, device, password: hashSecret(account.password_hash) }
  return tokens.signFor(SECOND_STEP, step, SECOND_STEP_SECONDS, now())
}

/** The account whose password was correct. Throws a 400 that names the field of the token. */
export async function secondStepOf({ store, now }: AdminApp, tokens: Tokens, token: string, field: string) {
  const step = await tokens.readFor(SECOND_STEP, secondStep, token, now())
  const account = step && (await accountById(store, step.user))
  // The password or the role may have changed meanwhile.
  if (!account || account.role === '' || hashSecret(account.password_hash) !== step.password)
    throw badRequest(field, 'is wrong or expired')
  return { account, remember: step.remember, device: step.device }
}

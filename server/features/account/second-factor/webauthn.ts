// Challenges for passkeys and the verification of what browsers answer.
import { isIP } from 'node:net'
import { z } from 'zod'
import type { loginPasskey, savePasskey } from '#contract/passkeys.ts'
import { HttpError } from '#server/http/errors.ts'
import type { Store } from '#server/store/store.ts'
import { addSeconds } from '../clock.ts'
import type { Tokens } from '../tokens.ts'
import { spendToken } from '../used-tokens.ts'
import { countUse, type Passkey, passkeyOf, passkeysOf } from './passkeys.ts'

/** Its 350 modules are a sixth of a server's start, and most shops never need them. */
const library = () => import('@simplewebauthn/server')

const CHALLENGE_SECONDS = 5 * 60
const PURPOSE = 'passkey'

interface Site {
  readonly id: string
  readonly origin: string
}

/** Browsers offer passkeys only to host names, over https or on localhost. */
export function siteOf(publicUrl: string): Site | undefined {
  if (!URL.canParse(publicUrl)) return undefined
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isSafe = protocol === 'https:' || hostname === 'localhost'
  return isSafe && isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { id: hostname, origin } : undefined
}

export function assertSite(site: Site | undefined): Site {
  if (!site) throw new HttpError('passkeys-unavailable')
  return site
}

/** `user` is absent in sign-ins without an e-mail. */
const waiting = z.object({
  challenge: z.string(),
  for: z.enum(['register', 'sign-in']),
  user: z.number().optional(),
})
type Waiting = z.infer<typeof waiting>

interface Challenges {
  readonly store: Store
  readonly tokens: Tokens
  readonly now: () => Date
}

const issue = ({ tokens, now }: Challenges, { challenge, ...rest }: Waiting) =>
  tokens.signFor(PURPOSE, { challenge, ...rest }, CHALLENGE_SECONDS, now())

/** The content of the token; undefined if it is wrong, expired or used. A token can be used once. */
export async function redeem(
  { store, tokens, now }: Challenges,
  token: string,
  purpose: Waiting['for'],
): Promise<Waiting | undefined> {
  const found = await tokens.readFor(PURPOSE, waiting, token, now())
  if (found?.for !== purpose) return undefined
  const expires = addSeconds(now(), CHALLENGE_SECONDS)
  const isFirst = await store.transaction((tx) => spendToken(tx, found.challenge, expires, now()))
  return isFirst ? found : undefined
}

const known = (passkeys: readonly Passkey[]) =>
  passkeys.map(({ credential_id, transports }) => ({ id: credential_id, transports }))

export async function registration(
  deps: Challenges,
  { id }: Site,
  user: { userId: number; email: string; name: string },
) {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: 'Góndola',
    rpID: id,
    userName: user.email,
    userDisplayName: user.name,
    userID: new Uint8Array(Buffer.from(`gondola-${user.userId}`)),
    attestationType: 'none',
    excludeCredentials: known(await passkeysOf(deps.store, user.userId)),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const token = await issue(deps, { challenge: options.challenge, for: 'register', user: user.userId })
  return { options: { ...options }, token }
}

/** Without `user`, the challenge is for any account: the browser offers its passkeys of this site. */
export async function authentication(deps: Challenges, { id }: Site, user?: number) {
  const passkeys = user === undefined ? [] : await passkeysOf(deps.store, user)
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: id,
    userVerification: 'required',
    allowCredentials: known(passkeys),
  })
  const token = await issue(deps, {
    ...{ challenge: options.challenge, for: 'sign-in' },
    ...(user !== undefined && { user }),
  })
  return { options: { ...options }, token }
}

type NewResponse = z.output<typeof savePasskey.body>['response']

/** Undefined for a wrong response. */
export async function verifyNew(site: Site, challenge: string, response: NewResponse) {
  const { verifyRegistrationResponse } = await library()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
    })
    return verified ? registrationInfo.credential : undefined
  } catch {
    // The library throws for each way in which a response can be wrong.
    return undefined
  }
}

type SignInResponse = z.output<typeof loginPasskey.body>['response']

/** The account whose passkey answered the challenge; undefined for a wrong, late or used response. */
export async function passkeyOwner(
  deps: Challenges,
  site: Site,
  { token, response }: { token: string; response: SignInResponse },
): Promise<number | undefined> {
  const waiting = await redeem(deps, token, 'sign-in')
  const passkey = waiting && (await passkeyOf(deps.store, response.id))
  if (!passkey || (waiting.user !== undefined && waiting.user !== passkey.user_id)) return undefined
  const counter = await verifySignIn(site, waiting.challenge, passkey, response)
  if (counter === undefined) return undefined
  const counted = await deps.store.transaction((tx) => countUse(tx, passkey, counter, deps.now()))
  return counted ? passkey.user_id : undefined
}

/** The new counter of the passkey; undefined for a wrong response. */
async function verifySignIn(site: Site, challenge: string, passkey: Passkey, response: SignInResponse) {
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}

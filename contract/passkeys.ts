// Passkeys (WebAuthn): sign-in without e-mail and password, or the second step after the password.
import { z } from 'zod'
import { signedIn } from './account.ts'
import { endpoint } from './endpoint.ts'
import { recoveryCodes } from './second-factor.ts'
import { text, utcTime } from './vocabulary.ts'

const bytes = z.string().min(1).max(8192).meta({ description: 'Base64url', example: 'q3Zr0b7m' })
const type = z.literal('public-key')
const clientExtensionResults = z.object({})
const options = z
  .record(z.string(), z.unknown())
  .meta({ description: 'Options of the browser’s call, as JSON', example: { challenge: 'q3Zr0b7m' } })
const token = z.string().min(1).max(4096)
const challenge = z.object({
  options,
  token: z.string().describe('For the call with the response, once, within five minutes'),
})
const name = text
  .transform((value) => value.trim())
  .pipe(z.string().min(1, 'is required').max(60))
  .meta({ description: 'Of the device, by its owner', example: 'Notebook' })
const id = text.meta({ description: 'Id of the passkey', example: 'q3Zr0b7m' })

export const startPasskeyLogin = endpoint('POST /api/login/passkey/start', {
  access: 'public',
  summary: 'A challenge for a sign-in with a passkey',
  description: 'With the token of POST /api/login, for the second step of that sign-in.',
  failures: ['bad-request', 'passkeys-unavailable', 'too-many-requests'],
  body: z.object({ second_factor: token.optional() }),
  data: challenge,
})

export const loginPasskey = endpoint('POST /api/login/passkey', {
  access: 'public',
  summary: 'Signs in with a passkey',
  description: '401 for an unknown passkey and for a response that is wrong, late or used.',
  failures: [
    'passkey-unknown',
    'account-waiting',
    'local-sign-in-closed',
    'passkeys-unavailable',
    'too-many-requests',
  ],
  body: z.object({
    token,
    remember: z.boolean().default(false),
    response: z.object({
      id: bytes,
      rawId: bytes,
      type,
      clientExtensionResults,
      response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
    }),
  }),
  data: signedIn,
})

export const passkeys = endpoint('GET /api/account/passkeys', {
  access: 'session',
  whileViewing: false,
  summary: 'The passkeys of the caller’s account',
  data: z.object({
    available: z.boolean().describe('The address of the product allows them'),
    passkeys: z.array(
      z.object({ id: z.string(), name: z.string(), created_at: utcTime, used_at: utcTime.nullable() }),
    ),
  }),
})

export const startPasskey = endpoint('POST /api/account/passkeys/start', {
  access: 'session',
  settles: true,
  recentPassword: true,
  summary: 'A challenge for a new passkey',
  failures: ['passkeys-unavailable'],
  data: challenge,
})

export const savePasskey = endpoint('POST /api/account/passkeys', {
  access: 'session',
  settles: true,
  recentPassword: true,
  summary: 'Registers a passkey',
  description:
    '400 names `response` when the browser’s response is wrong, late or used. The first second factor of an account also returns recovery codes.',
  failures: ['passkeys-unavailable'],
  body: z.object({
    token,
    name,
    response: z.object({
      id: bytes,
      rawId: bytes,
      type,
      clientExtensionResults,
      response: z.object({
        clientDataJSON: bytes,
        attestationObject: bytes,
        transports: z.array(z.string().max(40)).max(10).default([]),
      }),
    }),
  }),
  data: z.object({ recovery_codes: recoveryCodes }),
})

export const renamePasskey = endpoint('POST /api/account/passkeys/{id}', {
  access: 'session',
  summary: 'Renames a passkey of the caller’s account',
  failures: ['passkey-not-found'],
  params: z.object({ id }),
  body: z.object({ name }),
})

export const deletePasskey = endpoint('DELETE /api/account/passkeys/{id}', {
  access: 'session',
  recentPassword: true,
  summary: 'Removes a passkey of the caller’s account',
  failures: ['passkey-not-found', 'second-factor-required'],
  params: z.object({ id }),
})

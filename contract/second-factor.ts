// The second factor, after the password: a code of an authenticator application, or a recovery code.
import { z } from 'zod'
import { signedIn } from './account.ts'
import { endpoint } from './endpoint.ts'
import { count, text, utcTime, wholeNumber } from './vocabulary.ts'

const code = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .meta({ description: 'Six digits of the application, or a recovery code', example: '123456' })
export const recoveryCodes = z
  .array(z.string().meta({ example: 'h4k2m-9xwtp' }))
  .describe('Each can replace one code; they are not shown again')

export const loginSecondFactor = endpoint('POST /api/login/second-factor', {
  access: 'public',
  summary: 'Completes a sign-in whose password was right',
  description:
    '`token` comes from POST /api/login and is valid for five minutes. 401 for a wrong or used code; 400 names `token` if it is wrong or expired. A code is valid once.',
  failures: ['wrong-code', 'local-sign-in-closed', 'too-many-requests'],
  body: z.object({ token: z.string().min(1).max(2048), code }),
  data: signedIn,
})

export const ownSecondFactor = endpoint('GET /api/account/second-factor', {
  access: 'session',
  whileViewing: false,
  summary: 'The second factor of the caller’s account',
  data: z.object({
    enabled: z.boolean(),
    since: utcTime.nullable(),
    required: z.boolean().describe('By the role'),
    recovery_codes: count.describe('Recovery codes left'),
  }),
})

export const startSecondFactor = endpoint('POST /api/account/second-factor/start', {
  access: 'session',
  settles: true,
  recentPassword: true,
  summary: 'A new secret for an authenticator application',
  description: 'Nothing changes until a code of the application confirms it, within fifteen minutes.',
  data: z.object({
    secret: z.string().meta({ description: 'Base32, to be typed by hand', example: 'JBSWY3DPEHPK3PXP' }),
    uri: z.string().meta({
      description: 'The same as an otpauth address, for a QR code',
      example: 'otpauth://totp/G%C3%B3ndola:ana@example.com?secret=JBSWY3DPEHPK3PXP',
    }),
    token: z.string().describe('For the call that confirms it'),
  }),
})

export const confirmSecondFactor = endpoint('POST /api/account/second-factor', {
  access: 'session',
  settles: true,
  recentPassword: true,
  summary: 'Sets up the second factor, or replaces it',
  description: '400 names `code` when it is wrong and `token` when it is wrong or expired.',
  failures: ['too-many-requests'],
  body: z.object({ token: z.string().min(1).max(2048), code }),
  data: z.object({ recovery_codes: recoveryCodes }),
})

export const removeSecondFactor = endpoint('DELETE /api/account/second-factor', {
  access: 'session',
  recentPassword: true,
  summary: 'Removes the second factor of the caller’s account, with its recovery codes',
  failures: ['no-second-factor', 'second-factor-required'],
})

export const renewRecoveryCodes = endpoint('POST /api/account/second-factor/recovery-codes', {
  access: 'session',
  recentPassword: true,
  summary: 'New recovery codes; the old ones stop working',
  failures: ['no-second-factor'],
  data: z.object({ recovery_codes: recoveryCodes }),
})

export const resetSecondFactor = endpoint('DELETE /api/users/{id}/second-factor', {
  access: 'settings',
  recentPassword: true,
  summary: 'Removes the second factor of an account that lost it; its sessions end',
  failures: ['user-not-found', 'no-second-factor'],
  params: z.object({ id: wholeNumber(1, 999_999_999_999, 'Id of the account') }),
  data: z.object({ message: text.meta({ example: 'Second factor removed.' }) }),
})

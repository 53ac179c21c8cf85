// One credential: the access token, a JWT with `exp`, kept by the browser under `accessToken`. `POST /api/refresh` with a
// token that has not expired returns the next one and replaces the old one at once. For 30 seconds the replaced token still gets
// that same next one from this call, for a second tab or a lost response; using it later ends the session.
// An expired token is a 401 everywhere and requires a sign-in. Refresh after half of the token's lifetime. However often it is
// refreshed, a session lasts 24 hours, or 90 days with `remember`.
import { z } from 'zod'
import { type DataOf, endpoint, type RowOf } from './endpoint.ts'
import { PERMISSIONS } from './permissions.ts'
import { count, email, text, utcTime } from './vocabulary.ts'

/** Minimum length of a new password; older passwords may be shorter. */
export const PASSWORD_LEAST = 12

const typedPassword = z.string().min(1).max(255)
export const newPassword = z
  .string()
  .min(PASSWORD_LEAST, `Must be at least ${PASSWORD_LEAST} characters`)
  .max(255)
const requiredText = text.refine((value) => value.trim() !== '', { message: 'is required' })

export const signedIn = z.object({
  access_token: z.string().describe('JWT with exp; Authorization: Bearer …'),
  user_data: z.object({ id: z.number().int(), display_name: z.string(), email: z.string() }),
})

/** The password was right, and the account has a second factor. */
const secondStep = z.object({
  second_factor: z.object({
    token: z.string().describe('For POST /api/login/second-factor, within five minutes'),
    methods: z.array(z.enum(['code', 'passkey'])).meta({
      description: 'What the account has; a recovery code always serves',
      example: ['code'],
    }),
  }),
})

export const loginOptions = endpoint('GET /api/login/options', {
  access: 'public',
  summary: 'The ways to sign in',
  data: z.object({
    passkeys: z.boolean().describe('The address of the product allows passkeys'),
    provider: z
      .object({ name: z.string().meta({ example: 'Microsoft' }) })
      .nullable()
      .describe('The OpenID Connect provider'),
    local: z.boolean().describe('False: passwords and passkeys serve the emergency account only'),
  }),
})

export const login = endpoint('POST /api/login', {
  access: 'public',
  summary: 'Sign in',
  description:
    '401 for a wrong e-mail as for a wrong password, 403 for an account without a role or whose e-mail is not confirmed, 429 after too many attempts. Sets a cookie that marks the browser as known to the account; wrong passwords from elsewhere do not lock it out. For an account with a second factor it returns a token for POST /api/login/second-factor instead of a session.',
  failures: [
    'wrong-credentials',
    'account-waiting',
    'email-unconfirmed',
    'local-sign-in-closed',
    'too-many-requests',
  ],
  body: z.object({
    email,
    password: typedPassword,
    device: text.default('dashboard-web'),
    remember: z
      .boolean()
      .default(false)
      .describe('The session lasts 30 days without use instead of 12 hours'),
  }),
  data: z.union([signedIn, secondStep]),
})

export const refresh = endpoint('POST /api/refresh', {
  access: 'session',
  settles: true,
  whileViewing: true,
  summary: 'Returns the next access token and replaces the one of this call',
  description:
    'For 30 seconds the replaced token still gets the same next one; used later, it ends the session.',
  renews: true,
  data: signedIn,
})

export const logout = endpoint('POST /api/logout', {
  access: 'session',
  settles: true,
  whileViewing: true,
  summary: 'Ends the session at once',
  data: z.object({
    provider_url: z
      .string()
      .nullable()
      .meta({ description: 'Where to sign out at the provider, if the session began there', example: null }),
  }),
})

export const me = endpoint('GET /api/me', {
  access: 'session',
  settles: true,
  forApiTokens: true,
  summary: 'The signed-in account and its permissions',
  data: z.object({
    id: z.number().int(),
    name: z.string(),
    email: z.string(),
    avatar: z.string().describe('Address of a picture; empty: initials are shown'),
    role: z.array(z.string()).meta({ description: 'The first one counts', example: ['superAdmin'] }),
    permissions: z.array(z.enum(PERMISSIONS)),
    scope: z.array(z.string()).nullable().describe('dist_ids the role is limited to; null: all distributors'),
    scope_names: z.array(z.string()).nullable().describe('Names of those distributors, in the same order'),
    must_change_password: z
      .boolean()
      .describe('Somebody else chose the password: other calls answer 403 until it is changed'),
    must_set_up_second_factor: z
      .boolean()
      .describe('The role requires a second factor: other calls answer 403 until there is one'),
    viewing: z
      .object({
        kind: z.enum(['user', 'role']),
        name: z.string().meta({ description: 'Of the account or role', example: 'Ana Pérez' }),
        since: utcTime,
      })
      .nullable()
      .meta({ description: 'As whom a superAdmin looks: the other fields are theirs', example: null }),
    time_zone: z.string().meta({
      description: 'Time zone of the store, in which times are shown',
      example: 'America/Argentina/Buenos_Aires',
    }),
  }),
})

export const stopViewing = endpoint('DELETE /api/view-as', {
  access: 'session',
  whileViewing: true,
  summary: 'Ends looking as somebody else; the session is that of its account again',
})

const signUpBody = z.object({
  email,
  password: newPassword,
  firstName: requiredText,
  lastName: requiredText,
})

const confirmation = z.object({ message: z.string() })
const sameForAll = 'The response is the same whether or not the e-mail is known.'

/** Also succeeds for an e-mail that has an account already. */
export const register = endpoint('POST /api/register', {
  access: 'public',
  summary: 'Requests an account, which waits until a superAdmin assigns a role',
  description: `${sameForAll} The password of a request signs nobody in: a link by mail or a superAdmin sets another.`,
  failures: ['too-many-requests'],
  body: signUpBody,
  data: confirmation,
})

export const signUp = endpoint('POST /api/auth/sign-up', {
  access: 'public',
  summary: 'The same as POST /api/register',
  description: sameForAll,
  failures: ['too-many-requests'],
  body: signUpBody,
  data: confirmation,
})

export const resetPassword = endpoint('POST /api/auth/reset-password', {
  access: 'public',
  summary: 'Sends a link that sets a new password once, within one hour',
  description: `${sameForAll} The link opens /auth/reset-password?token=… in the browser.`,
  failures: ['too-many-requests'],
  body: z.object({ email }),
  data: confirmation,
})

export const confirmPassword = endpoint('POST /api/auth/reset-password/confirm', {
  access: 'public',
  summary: 'Sets a new password with the token of the mail; every session of the account ends',
  description: '400 names `token` when it is wrong, used or older than one hour.',
  failures: ['too-many-requests'],
  body: z.object({ token: z.string().min(1).max(255), password: newPassword }),
})

const wrongPassword = ['too-many-requests'] as const

export const changeOwnPassword = endpoint('POST /api/account/password', {
  access: 'session',
  settles: true,
  summary: 'Changes the password of the caller’s account; its other sessions end',
  description: '400 names `current` when it is wrong and `password` when it is too common or the same.',
  failures: wrongPassword,
  body: z.object({ current: typedPassword, password: newPassword }),
})

export const confirmOwnPassword = endpoint('POST /api/account/confirm-password', {
  access: 'session',
  settles: true,
  summary: 'Confirms the password, which changes of accounts and roles require within the last 15 minutes',
  description: 'Signing in confirms it too. 400 names `password` when it is wrong.',
  failures: wrongPassword,
  body: z.object({ password: typedPassword }),
})

export const accountSessions = endpoint('GET /api/account/sessions', {
  access: 'session',
  whileViewing: false,
  summary: 'The open sessions of the caller’s account, last used first',
  data: z.array(
    z.object({
      id: z.string().meta({ example: '0b54c1f2-6b0e-4f0c-9a53-0d2f1f6a7c11' }),
      client: z.string().meta({
        description: 'Browser and system, or the name a program gives itself; empty: unknown',
        example: 'Firefox, Windows',
      }),
      device: z.string().describe('As named by the client at sign-in'),
      network: z.string().meta({
        description: 'Of the last use: the IPv4 address or the /64 network of IPv6',
        example: '192.0.2.7',
      }),
      created_at: utcTime,
      used_at: utcTime.describe('Last use, UTC, to within five minutes'),
      expires_at: utcTime,
      current: z.boolean().describe('The session of this call'),
    }),
  ),
})

export const endAccountSession = endpoint('DELETE /api/account/sessions/{id}', {
  access: 'session',
  summary: 'Ends a session of the caller’s account at once',
  failures: ['session-not-found'],
  params: z.object({ id: text.describe('Id of the session') }),
})

export const endOtherAccountSessions = endpoint('DELETE /api/account/sessions', {
  access: 'session',
  summary: 'Ends the other sessions of the caller’s account at once',
  data: z.object({ ended: count }),
})

export type SignedIn = z.infer<typeof signedIn>
export type AccountSession = RowOf<typeof accountSessions>
export type Me = DataOf<typeof me>

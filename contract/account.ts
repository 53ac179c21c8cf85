// One credential: the access token, a JWT with `exp`, kept by the browser under `accessToken`. `POST /api/refresh` with a
// token that has not expired returns the next one and replaces the old one at once. For 30 seconds the replaced token still gets
// that same next one from this call, for a second tab or a lost response; using it later ends the session.
// An expired token is a 401 everywhere and requires a sign-in. Refresh after half of the token's lifetime.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PERMISSIONS } from './permissions.ts'
import { email, text } from './vocabulary.ts'

/** Minimum length of a new password; older passwords may be shorter. */
export const PASSWORD_LEAST = 12

const typedPassword = z.string().min(1).max(255)
const newPassword = z.string().min(PASSWORD_LEAST, `Must be at least ${PASSWORD_LEAST} characters`).max(255)
const requiredText = text.refine((value) => value.trim() !== '', { message: 'is required' })

const signedIn = z.object({
  access_token: z.string().meta({ description: 'JWT with exp; Authorization: Bearer …' }),
  user_data: z.object({ id: z.number().int(), display_name: z.string(), email: z.string() }),
})

export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  access: 'public',
  summary: 'Sign in',
  description:
    '401 for a wrong e-mail as for a wrong password, 403 for an account without a role, 429 after too many attempts.',
  failures: {
    401: ['Unauthorized'],
    403: ['La cuenta espera que le asignen un rol.'],
    429: ['Too Many Requests'],
  },
  body: z.object({
    email,
    password: typedPassword,
    device: text.default('dashboard-web'),
    remember: z
      .boolean()
      .default(false)
      .meta({ description: 'The session lasts 30 days without use instead of 12 hours' }),
  }),
  data: signedIn,
})

export const refresh = endpoint({
  method: 'POST',
  path: '/api/refresh',
  access: 'session',
  summary: 'Returns the next access token and replaces the one of this call',
  description:
    'For 30 seconds the replaced token still gets the same next one; used later, it ends the session.',
  renews: true,
  data: signedIn,
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  access: 'session',
  summary: 'Ends the session at once',
  data: z.object({}),
})

export const me = endpoint({
  method: 'GET',
  path: '/api/me',
  access: 'session',
  summary: 'The signed-in account and its permissions',
  data: z.object({
    id: z.number().int(),
    name: z.string(),
    email: z.string(),
    avatar: z.string().meta({ description: 'Address of a picture; empty: initials are shown' }),
    role: z.array(z.string()).meta({ description: 'The first one counts', example: ['superAdmin'] }),
    permissions: z.array(z.enum(PERMISSIONS)),
    scope: z
      .array(z.string())
      .nullable()
      .meta({ description: 'dist_ids the role is limited to; null: all distributors' }),
    time_zone: z.string().meta({
      description: 'Time zone of the store, in which times are shown',
      example: 'America/Argentina/Buenos_Aires',
    }),
  }),
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
export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  access: 'public',
  summary: 'Requests an account, which waits until a superAdmin assigns a role',
  description: sameForAll,
  failures: { 429: ['Too Many Requests'] },
  body: signUpBody,
  data: confirmation,
})

export const signUp = endpoint({
  method: 'POST',
  path: '/api/auth/sign-up',
  access: 'public',
  summary: 'The same as POST /api/register',
  description: sameForAll,
  failures: { 429: ['Too Many Requests'] },
  body: signUpBody,
  data: confirmation,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'public',
  summary: 'Sends a link that sets a new password once, within one hour',
  description: `${sameForAll} The link opens /auth/reset-password?token=… in the browser.`,
  failures: { 429: ['Too Many Requests'] },
  body: z.object({ email }),
  data: confirmation,
})

export const confirmPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password/confirm',
  access: 'public',
  summary: 'Sets a new password with the token of the mail; every session of the account ends',
  description: '400 names `token` when it is wrong, used or older than one hour.',
  failures: { 429: ['Too Many Requests'] },
  body: z.object({ token: z.string().min(1).max(255), password: newPassword }),
  data: z.object({}),
})

export type SignedIn = z.infer<typeof signedIn>
export type Me = z.infer<typeof me.response>['data']

// Calls of the account: sign-in, its renewal and end, sign-up, password reset, who one is.
//
// One credential: the access token, a JWT with `exp`, kept by the browser under `accessToken`. `POST /api/refresh` with a
// token that has not expired gives the next one and ends the old one at once. For half a minute the ended token still gets that
// same next one from this call, for a second tab or an answer that was lost; later, using it again ends the session.
// An expired token is a 401 everywhere: the way back is to sign in. Renew when half of the token's life is over.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PERMISSIONS } from './permissions.ts'
import { email, text } from './vocabulary.ts'

/** Shortest password that can be chosen; old ones may be typed in shorter. */
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
    'A wrong e-mail and a wrong password answer alike: 401. An account that waits for a role: 403. 429 after too many attempts.',
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
  summary: 'The next access token; the one sent with this call ends',
  description:
    'For 30 seconds the token that has just ended is answered with the same next one; used later, it ends the session.',
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
  summary: 'Who is signed in and what the role may do',
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
      description: 'Zone of the store, on whose clock people read times',
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

const asked = z.object({ message: z.string() })
const alikeForAll = 'Answers alike whether the e-mail is known or not.'

/** Also the answer for an e-mail that has an account already. */
export const register = endpoint({
  method: 'POST',
  path: '/api/register',
  access: 'public',
  summary: 'Asks for an account; it waits until a superAdmin gives it a role',
  description: alikeForAll,
  failures: { 429: ['Too Many Requests'] },
  body: signUpBody,
  data: asked,
})

export const signUp = endpoint({
  method: 'POST',
  path: '/api/auth/sign-up',
  access: 'public',
  summary: 'The same as POST /api/register',
  description: alikeForAll,
  failures: { 429: ['Too Many Requests'] },
  body: signUpBody,
  data: asked,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'public',
  summary: 'Sends a link that sets a new password, good once and for one hour',
  description: `${alikeForAll} The link opens /auth/reset-password?token=… in the browser.`,
  failures: { 429: ['Too Many Requests'] },
  body: z.object({ email }),
  data: asked,
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

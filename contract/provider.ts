// Sign-in at an OpenID Connect provider, and its settings.
import { z } from 'zod'
import { signedIn } from './account.ts'
import { endpoint } from './endpoint.ts'
import { ownPath } from './own-path.ts'
import { MEANWHILE } from './revisions.ts'
import { email, settingRevision, text } from './vocabulary.ts'

/** Messages of a 403 of a sign-in at the provider. */
export const PROVIDER_FAILURES = [
  'The provider refused the sign-in.',
  'The provider gives this account no role.',
  'The provider gives this account no distributors.',
  'The provider does not tell the groups.',
  'The provider leaves the groups out: there are too many.',
  'The provider does not tell the distributors.',
  'The provider does not confirm the e-mail.',
  'Another account has the e-mail.',
  'The account was deleted.',
] as const

const notConfigured = 'No provider is configured.'
const unreachable = 'The provider does not respond.'

export const startProviderLogin = endpoint('POST /api/login/provider', {
  access: 'public',
  summary: 'The address of the provider to sign in at',
  description: 'Sets a cookie that binds the sign-in to this browser for ten minutes.',
  failures: { 409: [notConfigured], 429: ['Too Many Requests'], 502: [unreachable] },
  body: z.object({
    redirect: z
      .string()
      .max(2000)
      .refine((value) => ownPath(value) !== undefined, 'must be a path')
      .default('/')
      .meta({ description: 'Path to return to', example: '/reports/simple' }),
  }),
  data: z.object({ url: z.string().meta({ example: 'https://login.example.com/authorize?…' }) }),
})

export const finishProviderLogin = endpoint('POST /api/login/provider/callback', {
  access: 'public',
  summary: 'Signs in with what the provider sent back; creates the account at its first sign-in',
  description:
    '400 names `params` when the sign-in was not started in this browser, took too long or was used. 401 for a response or a token that is wrong.',
  failures: {
    401: ['Unauthorized'],
    403: PROVIDER_FAILURES,
    409: [notConfigured],
    429: ['Too Many Requests'],
    502: [unreachable],
  },
  body: z.object({
    params: z.string().max(8192).meta({
      description: 'Query string of the address that the provider led to',
      example: 'code=…&state=…',
    }),
  }),
  data: signedIn.extend({ redirect: z.string().meta({ example: '/' }) }),
})

const line = (max: number) =>
  text.transform((value) => value.trim()).pipe(z.string().min(1, 'is required').max(max))

const isIssuer = (value: string): boolean => {
  if (!URL.canParse(value)) return false
  const { protocol, hostname, username, password, search, hash } = new URL(value)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const isBare = [username, password, search, hash].every((part) => part === '')
  return isBare && (protocol === 'https:' || (protocol === 'http:' && isLocal))
}

const CLIENT_AUTH = ['auto', 'basic', 'post'] as const

const settings = z.object({
  enabled: z.boolean(),
  name: line(40).meta({ description: 'On the button of the sign-in', example: 'Microsoft' }),
  issuer: line(500)
    .refine(isIssuer, 'must be an https address without user, password or parameters')
    .meta({ example: 'https://login.example.com' }),
  client_id: line(255).meta({ example: 'gondola' }),
  client_auth: z
    .enum(CLIENT_AUTH)
    .default('auto')
    .describe('How the client secret is sent; auto: as the provider says, and the other way if it refuses'),
  scopes: line(255).meta({
    description:
      'Separated by spaces; with offline_access the provider is asked between sign-ins whether people still have access',
    example: 'openid email profile',
  }),
  role_claim: line(100).meta({
    description: 'Claim with the groups of a person, or its path: realm_access.roles',
    example: 'groups',
  }),
  roles: z
    .array(
      z.object({
        value: line(255).meta({ description: 'Value of the claim', example: 'ventas' }),
        role: line(255).meta({ description: 'Name of a role', example: 'admin' }),
      }),
    )
    .max(200)
    .describe('The first value that a person has decides the role'),
  distributors_claim: text.max(100).meta({
    description:
      "Claim with the dist_ids a person is limited to, within those of the role; '*': all. Empty: as the role",
    example: 'distributors',
  }),
  local: z.boolean().describe('Passwords and passkeys also sign in'),
  emergency_email: z.union([z.literal(''), email]).meta({
    description: 'The account whose password always works; required if `local` is false',
    example: 'duena@example.com',
  }),
})

const checks = ['unreachable', 'not_a_provider', 'wrong_issuer', 'client', 'redirect_uri'] as const

export const provider = endpoint('GET /api/config/provider', {
  access: 'settings',
  summary: 'The OpenID Connect provider',
  data: z.object({
    settings: settings.nullable(),
    revision: settingRevision,
    checks: z
      .enum(['off', 'unknown', 'impossible', 'on'])
      .describe(
        'Whether people are checked between sign-ins; impossible: the provider gave no refresh token',
      ),
    has_secret: z.boolean().describe('A client secret is stored; it is never returned'),
    redirect_uri: z.string().meta({
      description: 'To be registered at the provider, also for signing out',
      example: 'https://gondola.example.com/auth/provider',
    }),
  }),
})

export const saveProvider = endpoint('POST /api/config/provider', {
  access: 'settings',
  recentPassword: true,
  summary: 'Sets the OpenID Connect provider',
  description: 'Without `client_secret` the stored one stays, unless the issuer or the client changes.',
  failures: { 409: ['No superAdmin could sign in.', MEANWHILE.provider] },
  body: settings.extend({
    revision: settingRevision.optional(),
    client_secret: z.string().min(1).max(1000).optional(),
  }),
})

export const testProvider = endpoint('POST /api/config/provider/test', {
  access: 'settings',
  summary: 'Tests the stored provider: its address, the client and the redirect URI',
  failures: { 409: [notConfigured] },
  data: z.object({
    problem: z.enum(checks).nullable().meta({ description: 'null: everything is right', example: 'client' }),
  }),
})

export type ProviderSettings = z.output<typeof settings>
export type ProviderProblem = (typeof checks)[number]

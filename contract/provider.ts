// Sign-in at an OpenID Connect provider, and its settings.
import { z } from 'zod'
import { signedIn } from './account.ts'
import { endpoint } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'
import { ownPath } from './own-path.ts'
import { email, settingRevision, text } from './vocabulary.ts'

/** Codes of a 403 of a sign-in at the provider. */
export const PROVIDER_FAILURES = [
  'provider-refused',
  'provider-no-role',
  'provider-no-distributors',
  'provider-groups-missing',
  'provider-groups-too-many',
  'provider-distributors-missing',
  'provider-email-unconfirmed',
  'provider-email-taken',
  'provider-account-deleted',
  'provider-person-taken',
  'provider-not-linkable',
  'provider-session-ended',
] as const satisfies readonly ErrorCode[]

const MICROSOFT = /(^|\.)(microsoftonline\.(com|us)|partner\.microsoftonline\.cn|ciamlogin\.com)$/
export const isMicrosoft = (issuer: string): boolean => MICROSOFT.test(new URL(issuer).hostname)

export const startProviderLogin = endpoint('POST /api/login/provider', {
  access: 'public',
  summary: 'The address of the provider to sign in at',
  description: 'Sets a cookie that binds the sign-in to this browser for ten minutes.',
  failures: ['provider-missing', 'too-many-requests', 'provider-down'],
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

const trial = z.object({
  claims: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .describe('What the provider told, as JSON'),
  role: z.string().nullable().meta({ description: 'null: none', example: 'admin' }),
  dist_ids: z.array(z.string()).nullable().describe('null: those of the role'),
  email: z.string().meta({ description: 'Empty: not told', example: 'ana@example.com' }),
  verified: z.boolean().describe('The e-mail counts as verified'),
  account: z
    .enum(['linked', 'by_email', 'new', 'none'])
    .describe('linked: found by subject; by_email: would be linked; new: would be created; none: refused'),
  refused: z.string().nullable().describe('Message of the refusal; null: would get in'),
  refused_code: z.enum(PROVIDER_FAILURES).nullable().describe('Its code'),
  refresh_token: z.boolean().describe('The provider can be asked between sign-ins'),
})

export const finishProviderLogin = endpoint('POST /api/login/provider/callback', {
  access: 'public',
  summary: 'Signs in with what the provider sent back; creates the account at its first sign-in',
  description:
    '400 names `params` when the sign-in was not started in this browser, took too long or was used. 401 for a response or a token that is wrong.',
  failures: [
    'provider-sign-in-expired',
    'provider-answer-wrong',
    'provider-clock-skew',
    ...PROVIDER_FAILURES,
    'provider-missing',
    'too-many-requests',
    'provider-down',
  ],
  body: z.object({
    params: z.string().max(8192).meta({
      description: 'Query string of the address that the provider led to',
      example: 'code=…&state=…',
    }),
  }),
  data: z.union([
    signedIn.extend({ redirect: z.string().meta({ example: '/' }) }),
    z.object({ trial }).describe('After a trial sign-in'),
  ]),
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

/** Addresses of Entra that sign in people of every company. */
const isSharedByTenants = (value: string): boolean =>
  URL.canParse(value) &&
  isMicrosoft(value) &&
  /^\/(common|organizations|consumers)(\/|$)/i.test(new URL(value).pathname)

const CLIENT_AUTH = ['auto', 'basic', 'post'] as const

const settings = z.object({
  enabled: z.boolean(),
  name: line(40).meta({ description: 'On the button of the sign-in', example: 'Microsoft' }),
  issuer: line(500)
    .refine(isIssuer, 'must be an https address without user, password or parameters')
    .refine((value) => !isSharedByTenants(value), 'must name the tenant in place of common')
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
  email_claim: line(100).default('email').meta({
    description: 'Claim with the e-mail: email, or preferred_username or upn at Entra',
    example: 'email',
  }),
  identified_by: z
    .enum(['auto', 'sub', 'oid'])
    .default('auto')
    .describe(
      'What names a person: sub, or oid with tid; auto: oid at Entra, whose sub changes with the app, else sub',
    ),
  trust_emails: z
    .boolean()
    .default(false)
    .describe(
      'E-mails of which the provider does not say whether it verified them count as verified: whoever can set an e-mail there gets the account with it',
    ),
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

const checks = [
  'unreachable',
  'unavailable',
  'blocked_port',
  'not_a_provider',
  'wrong_issuer',
  'client',
  'redirect_uri',
  'pkce',
] as const

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
  failures: ['nobody-could-sign-in', 'provider-changed'],
  body: settings.extend({
    revision: settingRevision.optional(),
    client_secret: z.string().min(1).max(1000).optional(),
  }),
})

export const testProvider = endpoint('POST /api/config/provider/test', {
  access: 'settings',
  summary: 'Tests the stored provider: its address, the client and the redirect URI',
  failures: ['provider-missing'],
  data: z.object({
    problem: z.enum(checks).nullable().meta({ description: 'null: none was found', example: 'client' }),
    knows_address: z
      .boolean()
      .describe('The provider is seen to know the redirect URI; false: only a sign-in shows it'),
  }),
})

export const startProviderTrial = endpoint('POST /api/config/provider/trial', {
  access: 'settings',
  recentPassword: true,
  summary: 'The address of a trial sign-in at the stored provider, which opens and changes nothing',
  description: 'The callback of the sign-in answers with what the provider told.',
  failures: ['provider-missing', 'too-many-requests', 'provider-down'],
  data: z.object({ url: z.string().meta({ example: 'https://login.example.com/authorize?…' }) }),
})

export const ownProvider = endpoint('GET /api/account/provider', {
  access: 'session',
  whileViewing: false,
  summary: 'Whether the caller’s account is linked to the identity provider',
  data: z.object({
    name: z
      .string()
      .nullable()
      .meta({ description: 'The provider in use; null: none', example: 'Microsoft' }),
    linked: z.boolean(),
    can_link: z.boolean().describe('The account’s e-mail is proven, and it is not the emergency account'),
  }),
})

export const startProviderLink = endpoint('POST /api/account/provider', {
  access: 'session',
  recentPassword: true,
  summary: 'The address to sign in at, which links the caller’s account to who signs in there',
  description: 'Linking ends every session, token and data link of the account.',
  failures: ['provider-missing', 'account-not-linkable', 'too-many-requests', 'provider-down'],
  data: z.object({ url: z.string().meta({ example: 'https://login.example.com/authorize?…' }) }),
})

const REQUEST_ID = text.meta({
  description: 'Id of the request',
  example: '0b54c1f2-6b0e-4f0c-9a53-0d2f1f6a7c11',
})

export const linkRequests = endpoint('GET /api/config/provider/requests', {
  access: 'settings',
  summary:
    'People whom the provider signed in and whose e-mail, which it did not confirm, belongs to an account',
  data: z.array(
    z.object({
      id: REQUEST_ID,
      user_id: z.number().int().meta({ example: 7 }),
      user_name: z.string().meta({ example: 'Ana Paz' }),
      user_email: z.string().meta({ example: 'ana@example.com' }),
      name: z.string().meta({ description: 'As the provider says', example: 'Ana Paz' }),
      asked_at: z.string().meta({ description: 'UTC', example: '2026-05-31 12:30:00' }),
    }),
  ),
})

export const decideLinkRequest = endpoint('POST /api/config/provider/requests/{id}', {
  access: 'settings',
  recentPassword: true,
  summary: 'Links the account to the person, or drops the request',
  description:
    'Linking ends every session, token and data link of the account, and its earlier links to the provider.',
  failures: ['link-request-not-found', 'account-not-linkable'],
  params: z.object({ id: REQUEST_ID }),
  body: z.object({ accept: z.boolean() }),
})

export type ProviderSettings = z.output<typeof settings>
export type ProviderTrial = z.output<typeof trial>
export type ProviderProblem = (typeof checks)[number]

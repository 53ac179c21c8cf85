// Claims in the shapes that seven providers document, with and without each: who gets in, with which role, what the person reads,
// and what ends a session that is open.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeOneEngine } from '#test/engines.ts'
import { person, REDIRECT, type SignIns, signIns } from '#test/provider-sign-ins.ts'
import { startOidcProvider, visit } from './oidc-provider.fixture.ts'

const NO_ROLE = 'The provider gives this account no role.'
const NO_GROUPS = 'The provider does not tell the groups.'
const TOO_MANY = 'The provider leaves the groups out: there are too many.'
const NO_EMAIL = 'The provider does not confirm the e-mail.'
const NO_DISTRIBUTORS = 'The provider does not tell the distributors.'

interface Shape {
  readonly role_claim: string
  /** The value of the mapping to viewers. */
  readonly value: string
  /** The claims with groups; without any group. */
  readonly groups: (groups: readonly string[]) => object
  readonly verified: object
  /** The claim of people without groups is absent, so that it says nothing. */
  readonly omitsEmpty?: true
}

const ENTRA_GROUP = '8f1c5c1e-5d6b-4f0e-9c55-0d3c7c2b9a11'
const VERIFIED = { email_verified: true }
const SHAPES: Readonly<Record<string, Shape>> = {
  Entra: { role_claim: 'groups', value: ENTRA_GROUP, groups: (groups) => ({ groups }), verified: {} },
  'Google Workspace': {
    role_claim: 'groups',
    value: 'ventas',
    groups: (groups) => ({ groups }),
    verified: VERIFIED,
  },
  Okta: {
    role_claim: 'groups',
    value: 'Ventas',
    groups: (groups) => ({ groups: ['Everyone', ...groups.map((group) => group.toLowerCase())] }),
    verified: VERIFIED,
  },
  Keycloak: {
    role_claim: 'realm_access.roles',
    value: 'ventas',
    groups: (groups) => ({
      realm_access: { roles: ['offline_access', ...groups.map((group) => `/${group}`)] },
    }),
    verified: VERIFIED,
  },
  Cognito: {
    role_claim: 'cognito:groups',
    value: 'ventas',
    groups: (groups) => ({ 'cognito:groups': groups }),
    verified: { email_verified: 'true' },
  },
  'LemonLDAP::NG': {
    role_claim: 'groups',
    value: 'ventas',
    // One value is a text, several are a list.
    groups: ([first, ...more]) => (first ? { groups: more.length > 0 ? [first, ...more] : first } : {}),
    verified: VERIFIED,
    omitsEmpty: true,
  },
  Auth0: {
    role_claim: 'https://empresa.example/roles',
    value: 'ventas',
    groups: (groups) => ({ 'https://empresa.example/roles': groups.length > 1 ? groups : groups.join() }),
    verified: VERIFIED,
  },
}

/** For checks in the background on a busy machine. */
const PATIENT = { timeout: 30_000 }

describeOneEngine('claims', (engine) => {
  let company: SignIns
  beforeAll(async () => {
    company = await signIns(await engine.open())
  })
  afterAll(() => company.close())

  const unsaid = { groups: undefined, email_verified: undefined }
  const configureFor = ({ role_claim, value }: Shape, more: object = {}) =>
    company.configure({ role_claim, roles: [{ value, role: 'viewer' }], ...more })
  /** The role of who gets in, or what they read. */
  const entered = async (claims: object) => {
    const answer = await company.signInAs(person({ ...unsaid, ...claims }))
    if (answer.statusCode !== 200) return answer.json().message
    return (await company.me(answer.json().data.access_token)).data.role[0]
  }

  test.each(Object.entries(SHAPES))('of %s decide who gets in', async (_, shape) => {
    await configureFor(shape)
    const { groups, verified, value } = shape
    const told = groups([value])
    expect(await entered({ ...told, ...verified })).toBe('viewer')
    expect(await entered({ ...groups(['otros']), ...verified })).toBe(NO_ROLE)
    expect(await entered({ ...groups([]), ...verified })).toBe(shape.omitsEmpty ? NO_GROUPS : NO_ROLE)
    expect(await entered({ ...groups(['otros', value]), ...verified })).toBe('viewer')
    expect(await entered(verified)).toBe(NO_GROUPS)
    expect(await entered({ ...told, ...verified, email: undefined })).toBe(NO_EMAIL)
    expect(await entered({ ...told, email_verified: false })).toBe(NO_EMAIL)
    expect(await entered({ ...told, email_verified: 'false' })).toBe(NO_EMAIL)
  })

  test('that leave too many groups out say so', async () => {
    await configureFor(SHAPES.Entra!)
    expect(await entered({ _claim_names: { groups: 'src1' } })).toBe(TOO_MANY)
  })

  const OFFLINE = { scopes: 'openid email profile offline_access' }
  /** What the open session of a viewer answers after the provider was asked again. */
  const after = async (shape: Shape, claims: object, more: object = {}) => {
    await configureFor(shape, { ...OFFLINE, ...more })
    const pia = person({
      ...unsaid,
      ...shape.groups([shape.value]),
      ...shape.verified,
      distributors: ['101'],
    })
    const session = await company.tokenOf(pia)
    expect((await company.me(session)).status).toBe(200)
    const kept = { ...unsaid, ...claims }
    company.provider.person = { ...pia, ...shape.groups([]), ...kept }
    const asked = company.provider.asked
    company.app.travel(16 * 60)
    await company.me(session)
    await expect.poll(() => company.provider.asked, PATIENT).toBeGreaterThan(asked)
    return { session, pia }
  }
  const statusOf = async (session: string) => (await company.me(session)).status

  test.each(Object.entries(SHAPES))('of %s that no longer give a role end the session', async (_, shape) => {
    // The e-mail may go together with the groups.
    const none = shape.groups(shape.omitsEmpty ? ['otros'] : [])
    const { session } = await after(shape, { ...none, email: undefined })
    await expect.poll(() => statusOf(session), PATIENT).toBe(401)
  })

  test.each<[string, object, object, string]>([
    ['without groups', { groups: undefined, realm_access: undefined }, {}, NO_GROUPS],
    ['with too many groups', { groups: undefined, _claim_names: { groups: 'src1' } }, {}, TOO_MANY],
    [
      'without distributors',
      { groups: [ENTRA_GROUP], distributors: undefined },
      { distributors_claim: 'distributors' },
      NO_DISTRIBUTORS,
    ],
  ])('%s end nothing, and open nothing', async (_, claims, more, words) => {
    const { session, pia } = await after(SHAPES.Entra!, claims, more)
    expect(await company.refusal({ ...pia, groups: undefined, ...claims })).toEqual([403, words])
    expect((await company.me(session)).data.role).toEqual(['viewer'])
    const trail = await company.app.get('/api/config/audit?action=provider.withdraw', 'superAdmin')
    expect(trail.body).not.toContain(pia.email)
  })

  const checks = async () => (await company.app.get('/api/config/provider', 'superAdmin')).json().data.checks

  test('are asked for with consent, which a refresh token needs', async () => {
    await configureFor(SHAPES.Okta!)
    const prompt = async () => new URL((await company.begin()).url).searchParams.get('prompt')
    expect([await checks(), await prompt()]).toEqual(['off', null])
    await configureFor(SHAPES.Okta!, OFFLINE)
    expect(await prompt()).toBe('consent')
    expect(await entered({ ...SHAPES.Okta!.groups(['ventas']), ...VERIFIED })).toBe('viewer')
    expect(await checks()).toBe('on')
  })

  test('come from a provider that takes the secret in another way than its document says first', async () => {
    const other = await startOidcProvider(REDIRECT, {
      token_endpoint_auth_method: 'client_secret_post',
      // And gives no refresh token.
      grant_types: ['authorization_code'],
    })
    other.person = person()
    other.refusesBasic = true
    const at = { ...OFFLINE, issuer: other.issuer }
    const problem = async () =>
      (await company.app.post('/api/config/provider/test', {}, 'superAdmin')).json().data.problem
    await company.configure(at)
    expect([await problem(), await checks()]).toEqual([null, 'unknown'])
    const { url, cookie } = await company.begin()
    expect((await company.finish(await visit(url, REDIRECT), cookie)).statusCode).toBe(200)
    expect(await checks()).toBe('impossible')
    await company.configure({ ...at, client_auth: 'post' })
    expect(await problem()).toBeNull()
    await company.configure({ ...at, client_auth: 'basic' })
    expect(await problem()).toBe('client')
    await other.close()
  })
})

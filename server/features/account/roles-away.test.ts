// A database that does not answer for a moment locks nobody out for longer.
import { expect, test } from 'vitest'
import { StoreError } from '#server/store/errors.ts'
import type { Store } from '#server/store/store.ts'
import { ACCOUNTS, apiTokenOf, signIn, testApp } from '#test/app.ts'
import { testEngine } from '#test/engines.ts'
import { openSmallShop } from '../../../fixtures/open-small-shop.ts'

test('roles that could not be read once are read by the next call, of a session and of a token', async () => {
  const inner = await openSmallShop(testEngine('postgres'))
  let isAway = false
  const all: Store['all'] = async (query) => {
    if (isAway && query.texts.join('').includes('from roles')) throw new StoreError('unreachable', 'away')
    return inner.all(query)
  }
  const app = await testApp({ ...inner, all })
  const session = await signIn(app, ACCOUNTS.superAdmin)
  const { token } = await apiTokenOf(app, session, ['view:scorecard'])
  const statusOf = async (bearer: string) =>
    (await app.get({ url: '/api/summary/main-page', headers: { authorization: `Bearer ${bearer}` } }))
      .statusCode
  isAway = true
  expect([await statusOf(token), await statusOf(session)]).toEqual([503, 503])
  isAway = false
  expect([await statusOf(token), await statusOf(session)]).toEqual([200, 200])
  await app.close()
})

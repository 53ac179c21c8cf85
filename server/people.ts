// What routes about people need from imports and accounts.
import { accountByEmail, foldEmail } from './features/account/accounts.ts'
import type { PeopleDeps } from './features/people/routes.ts'
import type { AdminApp } from './http/app.ts'
import { exportPerson } from './ingest/export-person.ts'
import { forgetPerson } from './ingest/forget-person.ts'

export const peopleDeps = ({ store, now }: AdminApp): PeopleDeps => ({
  dataOf: (email) => exportPerson(store, email),
  forget: (email, also) => forgetPerson(store, { email }, now(), also),
  isInUse: async (email) => (await accountByEmail(store, foldEmail(email))) !== undefined,
})

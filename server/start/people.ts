// What routes about people need from imports and accounts.
import { accountByEmail, foldEmail } from '#server/features/account/accounts.ts'
import type { PeopleDeps } from '#server/features/people/routes.ts'
import type { AdminApp } from '#server/http/app.ts'
import { exportPerson } from '#server/ingest/export-person.ts'
import { forgetPerson } from '#server/ingest/forget-person.ts'

export const peopleDeps = ({ store, now }: AdminApp): PeopleDeps => ({
  dataOf: (email) => exportPerson(store, email),
  forget: (email, also) => forgetPerson(store, { email }, now(), also),
  isInUse: async (email) => (await accountByEmail(store, foldEmail(email))) !== undefined,
})

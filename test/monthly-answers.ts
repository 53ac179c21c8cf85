// The answers of a server on a database to every call about a month, to compare databases.
import { endpoints } from '#contract/api.ts'
import { type AppOptions, buildApp } from '#server/app.ts'
import { openStore, type StoreOptions } from '#server/store/open.ts'
import { signIn } from './app.ts'

const PATHS = endpoints
  .filter(({ method, monthly, path }) => method === 'GET' && monthly && !path.includes('{'))
  .map(({ path }) => path)

/** Keyed by path and month; each answer starts with its status. */
export async function monthlyAnswers(
  place: StoreOptions,
  months: readonly string[],
  { email, password }: { email: string; password: string },
  options: Pick<AppOptions, 'timeZone' | 'now'>,
): Promise<ReadonlyMap<string, string>> {
  const store = await openStore(place)
  const app = await buildApp({ store, ...options })
  const answers = new Map<string, string>()
  try {
    const authorization = `Bearer ${await signIn(app, email, password)}`
    for (const url of PATHS.flatMap((path) => months.map((month) => `${path}?start_date=${month}`))) {
      const { statusCode, body } = await app.server.inject({ url, headers: { authorization } })
      // Signing in changes the accounts.
      answers.set(url, `${statusCode} ${body.replace(/"updated_at":"[^"]*"/, '')}`)
    }
  } finally {
    await app.server.close()
    await store.close()
  }
  return answers
}

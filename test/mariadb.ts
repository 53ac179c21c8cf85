// A MariaDB for the tests that read a shop's database: GONDOLA_TEST_MYSQL_URL, else one that is started here.
import { startDaemon } from './daemon.ts'

export interface Mariadb {
  /** Address of a user who may create databases and users. */
  readonly url: string
  stop(): Promise<void>
}

export async function startMariadb(): Promise<Mariadb> {
  const given = process.env.GONDOLA_TEST_MYSQL_URL
  if (given) return { url: given, stop: async () => {} }
  const keeper = await startDaemon(new URL('./mariadb-daemon.ts', import.meta.url))
  const answer: { url: string } | { failure: string } = JSON.parse(keeper.answer)
  if ('url' in answer) return { url: answer.url, stop: keeper.stop }
  await keeper.stop()
  throw new Error(answer.failure)
}

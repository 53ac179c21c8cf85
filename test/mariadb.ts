// A MariaDB for the tests that read a shop's database: GONDOLA_TEST_MYSQL_URL, else one that is started here.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface Mariadb {
  /** Of a user who may create databases and users. */
  readonly url: string
  stop(): Promise<void>
}

export async function startMariadb(): Promise<Mariadb> {
  const given = process.env.GONDOLA_TEST_MYSQL_URL
  if (given) return { url: given, stop: async () => {} }
  const keeper = spawn(process.execPath, [fileURLToPath(new URL('./mariadb-keeper.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Its own process group, so that Ctrl-C reaches the tests first.
    detached: true,
  })
  const ended = once(keeper, 'exit')
  const stop = async () => {
    keeper.stdin.end()
    await ended
  }
  const [line] = await once(createInterface(keeper.stdout), 'line')
  const answer: { url: string } | { failure: string } = JSON.parse(String(line))
  if ('url' in answer) return { url: answer.url, stop }
  await stop()
  throw new Error(answer.failure)
}

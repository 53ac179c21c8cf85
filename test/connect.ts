// Connects to a PostgreSQL server that may still be starting.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const PATIENCE_MS = 60_000

/** An open connection. `onFailure` throws when there is no reason to try again. */
export async function connect(url: string, onFailure = (_error: unknown): void => {}): Promise<pg.Client> {
  for (const deadline = Date.now() + PATIENCE_MS; ; ) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return client
    } catch (error) {
      await client.end().catch(() => {})
      onFailure(error)
      if (Date.now() > deadline) throw error
      await pause(25)
    }
  }
}

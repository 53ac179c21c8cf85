// Brings the code of the other screens once the first one stands and nobody waits for anything: the next one only has its
// figures to fetch.
import { queryClient } from '#web/api/ask.ts'
import { maySee } from '#web/api/session.ts'
import { after, idle, savesData } from './after.ts'
import { screens } from './screens.ts'

/** Whoever only passes through the first screen needs none of it. */
const STAYS_MS = 1000
const PAUSE_MS = 250

/** One after the other; what fails is met when its screen opens. */
export async function bringCodeAhead(): Promise<void> {
  if (savesData()) return
  await after(STAYS_MS)
  for (const { access, load } of screens) {
    while (queryClient.isFetching() > 0) await after(PAUSE_MS)
    await idle()
    if (!load || !maySee(access)) continue
    try {
      await load()
    } catch {
      return
    }
  }
}

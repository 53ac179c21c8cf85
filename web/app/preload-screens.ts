// Preloads the code of the other screens while the browser is idle, so that opening one only has to fetch its data.
import { queryClient } from '#web/api/call.ts'
import { savesData } from '#web/api/saves-data.ts'
import { maySee } from '#web/api/session.ts'
import { after, idle } from '#web/ui/paint.ts'
import { screens } from './screens.ts'

/** Short visits skip preloading. */
const FIRST_PAUSE_MS = 1000
const PAUSE_MS = 250

/** Loads one chunk after the other. A failure shows when the screen opens. */
export async function preloadScreens(): Promise<void> {
  if (savesData()) return
  await after(FIRST_PAUSE_MS)
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

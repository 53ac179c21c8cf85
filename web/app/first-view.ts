// Holds the first drawing back for the moment it takes to have the screen with its figures: one drawing instead of three.
import { queryClient } from '#web/api/ask.ts'
import { router } from './router.tsx'

/** Longer than this, the outlines of the frame and the screen say more than the page's own. */
const PATIENCE_MS = 400

/** Resolves when no answer is on its way. */
function answered(): Promise<void> {
  if (queryClient.isFetching() === 0) return Promise.resolve()
  return new Promise((done) => {
    const stop = queryClient.getQueryCache().subscribe(() => {
      if (queryClient.isFetching() > 0) return
      stop()
      done()
    })
  })
}

/** Whatever fails on the way is shown by the screen. Follows the address until what is given back is called: then it is drawn. */
export async function firstView(): Promise<() => void> {
  const stop = router.history.subscribe(router.load)
  const ready = router.load().then(answered, () => {})
  const late = new Promise<void>((done) => setTimeout(done, PATIENCE_MS))
  await Promise.race([ready, late])
  return stop
}

// Changes whose percent the screen works out itself, since the map's figures come without one. Touches ui.
import { Change } from '#web/ui/change.tsx'

/** A previous value of 0 gives 0. */
export const changeOf = (now: number, before: number): number =>
  before === 0 ? 0 : ((now - before) / before) * 100

export const OwnChange = ({ now, before }: { now: number; before: number }) => (
  <Change now={now} before={before} change={changeOf(now, before)} />
)

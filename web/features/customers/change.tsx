// Changes whose percent the screen works out itself, since the map's figures come without one. Touches text and ui.
import { changeOf } from '#web/text/amounts.ts'
import { Change } from '#web/ui/change.tsx'

export const OwnChange = ({ now, before }: { now: number; before: number }) => (
  <Change now={now} before={before} change={changeOf(now, before)} />
)

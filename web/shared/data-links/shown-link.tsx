import shared from '#web/ui/shared.module.css'
import { ShownOnce } from '../dialogs/shown-once.tsx'
import { newLinkText } from './text.ts'

/** The address of a new data link, which is not returned again. */
export function ShownLink({ path, onClose }: { path: string; onClose: () => void }) {
  const { formats, ...words } = newLinkText.shown
  return (
    <ShownOnce {...words} secret={`${location.origin}${path}.csv`} onClose={onClose}>
      <p className={shared.quiet}>{formats}</p>
    </ShownOnce>
  )
}

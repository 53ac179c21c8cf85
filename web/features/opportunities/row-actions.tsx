import { IconArrowBackUp, IconBan, IconBookmark, IconBookmarkOff, type TablerIcon } from '@tabler/icons-react'
import type { VoidState } from '#contract/lists/opportunities.ts'
import type { Opportunity } from '#contract/opportunities.ts'
import { IconButton } from '#web/ui/button.tsx'
import { text } from './text.ts'

interface RowActionsProps {
  readonly row: Opportunity
  readonly isBusy: boolean
  readonly onState: (state: VoidState) => void
  readonly onDismiss: () => void
}

/** What one click does with a void in this state, besides dismissing it. */
const CLICK: Readonly<
  Record<VoidState, { next: VoidState; label: (what: string) => string; icon: TablerIcon }>
> = {
  open: { next: 'followed', label: text.follow, icon: IconBookmark },
  followed: { next: 'open', label: text.unfollow, icon: IconBookmarkOff },
  dismissed: { next: 'open', label: text.reopen, icon: IconArrowBackUp },
}

export function RowActions({ row, isBusy, onState, onDismiss }: RowActionsProps) {
  const { next, label, icon: Icon } = CLICK[row.state]
  const what = text.ofVoid(row.product_name, row.dist_name)
  return (
    <>
      <IconButton tip label={label(what)} working={isBusy} onClick={() => onState(next)}>
        <Icon size={16} aria-hidden />
      </IconButton>
      {row.state === 'dismissed' ? null : (
        <IconButton tip label={text.dismiss(what)} working={isBusy} onClick={onDismiss}>
          <IconBan size={16} aria-hidden />
        </IconButton>
      )}
    </>
  )
}

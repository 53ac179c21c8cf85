// The bell: how many notices are unread, and the newest ones in a dropdown that loads on first use.
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { fetchQuery } from '#web/api/call.ts'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { usePainted } from '#web/ui/paint.ts'
import { LoadingProgress } from '#web/ui/states.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { text } from '../text.ts'
import classes from './bell.module.css'
import { ToolButton } from './tool-button.tsx'

const NoticeList = lazy(() => import('./notice-list.tsx'))

const WIDTH = 360
const MOST_SHOWN = 99

export default function Bell() {
  // The screen's own calls come first.
  const isPainted = usePainted()
  const { data } = useQuery({ ...fetchQuery('GET /api/notices'), enabled: isPainted })
  const unread = data?.data.unread ?? 0
  const label = text.notices(unread)
  return (
    <Dropdown
      label={text.notices(0)}
      role="dialog"
      width={WIDTH}
      button={(opener) => (
        <Tooltip label={label}>
          <ToolButton label={label} caption={text.captions.notices} {...opener}>
            <span className={classes.bell}>
              <IconBell size={18} stroke={1.7} aria-hidden />
              {unread > 0 ? (
                <span className={classes.count} aria-hidden>
                  {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
                </span>
              ) : null}
            </span>
          </ToolButton>
        </Tooltip>
      )}
    >
      {(close) => (
        <Suspense fallback={<LoadingProgress height={120} />}>
          <NoticeList onDone={close} />
        </Suspense>
      )}
    </Dropdown>
  )
}

// The line that says a change was made: it stands on the page until it is closed or another change takes its place.
import { CloseButton } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import css from './notice.module.css'
import { text } from './text.ts'

/** Always on the page, so that what appears in it is spoken. */
export const Notice = ({ children, onClose }: { children: string | null; onClose: () => void }) => (
  <div role="status" className={css.noticePlace}>
    {children ? (
      <div className={css.notice}>
        <IconCircleCheck size={18} aria-hidden />
        <span>{children}</span>
        <CloseButton size="sm" aria-label={text.close} onClick={onClose} />
      </div>
    ) : null}
  </div>
)

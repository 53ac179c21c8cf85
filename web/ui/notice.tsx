// The line that says a change was made, or what there is to know: it stands on the page until it is closed or another takes its place.
import { CloseButton } from '@mantine/core'
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import css from './notice.module.css'
import { text } from './text.ts'

interface NoticeProps {
  children: string | null
  onClose: () => void
  /** A change that was made, or something to know. */
  tone?: 'done' | 'told'
}

/** Always on the page, so that what appears in it is spoken. */
export const Notice = ({ children, onClose, tone = 'done' }: NoticeProps) => (
  <div role="status" className={css.noticePlace}>
    {children ? (
      <div className={css.notice} data-tone={tone}>
        {tone === 'done' ? (
          <IconCircleCheck size={18} aria-hidden />
        ) : (
          <IconInfoCircle size={18} aria-hidden />
        )}
        <span>{children}</span>
        <CloseButton size="sm" aria-label={text.close} onClick={onClose} />
      </div>
    ) : null}
  </div>
)

// A message on the page, such as the result of a change. It stays until it is closed or replaced.
import { CloseButton } from '@mantine/core'
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import css from './notice.module.css'
import { text } from './text.ts'

interface NoticeProps {
  children: string | null
  onClose: () => void
  tone?: 'done' | 'info'
}

/** The live region is always rendered, so that screen readers announce new messages. */
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

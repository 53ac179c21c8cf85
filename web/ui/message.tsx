// What a screen tells people: what failed, was done, or should be known.

import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { CloseButton } from './button.tsx'
import css from './message.module.css'
import { text } from './text.ts'

const ICONS = {
  failure: IconAlertCircle,
  warning: IconAlertTriangle,
  done: IconCircleCheck,
  info: IconInfoCircle,
}

interface MessageProps {
  tone: keyof typeof ICONS
  title?: string
  /** `alert`: read out at once. */
  role?: 'alert'
  onClose?: () => void
  children: ReactNode
}

export function Message({ tone, title, role, onClose, children }: MessageProps) {
  const Icon = ICONS[tone]
  return (
    <div className={css.message} data-tone={tone} role={role}>
      <Icon size={18} aria-hidden />
      <div className={css.body}>
        {title ? <strong>{title}</strong> : null}
        {children}
      </div>
      {onClose ? <CloseButton size="low" label={text.close} onClick={onClose} /> : null}
    </div>
  )
}

export const Failure = ({ children }: { children: ReactNode }) => (
  <Message tone="failure" role="alert">
    {children}
  </Message>
)

interface NoticeProps {
  children: string | null
  onClose: () => void
  tone?: 'done' | 'warning'
  /** A button beside the message. */
  action?: ReactNode
}

/** The live region is always rendered, so that screen readers announce new messages. */
export const Notice = ({ children, onClose, tone = 'done', action }: NoticeProps) => (
  <div role="status" className={css.place}>
    {children ? (
      <Message tone={tone} onClose={onClose}>
        {children} {action}
      </Message>
    ) : null}
  </div>
)

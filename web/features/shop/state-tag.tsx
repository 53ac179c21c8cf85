// A state as word, icon and colour. Touches this feature.
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  type TablerIcon,
} from '@tabler/icons-react'
import css from './shop.module.css'

type Tone = 'good' | 'warning' | 'bad' | 'calm'

const ICONS: Record<Tone, TablerIcon> = {
  good: IconCircleCheck,
  warning: IconAlertTriangle,
  bad: IconCircleX,
  calm: IconCircleDashed,
}

export function StateTag({ tone, children }: { tone: Tone; children: string }) {
  const Icon = ICONS[tone]
  return (
    <span className={css.state} data-tone={tone} role="status">
      <Icon size={14} aria-hidden />
      {children}
    </span>
  )
}

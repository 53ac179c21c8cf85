// A state as word, icon and colour. Touches this feature.
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconLoader2,
  type TablerIcon,
} from '@tabler/icons-react'
import css from './settings.module.css'

type Look = readonly [tone: 'good' | 'bad' | 'warning' | 'busy' | 'calm', icon: TablerIcon]

const LOOKS = {
  ready: ['calm', IconCircleDashed],
  runing: ['busy', IconLoader2],
  processing: ['busy', IconLoader2],
  success: ['good', IconCircleCheck],
  processed: ['good', IconCircleCheck],
  failed: ['bad', IconCircleX],
  waiting: ['calm', IconClock],
  warning: ['warning', IconAlertTriangle],
} as const satisfies Record<string, Look>

export function StateBadge({ state, children }: { state: keyof typeof LOOKS; children: string }) {
  const [tone, Icon] = LOOKS[state]
  return (
    <span className={css.state} data-tone={tone} data-state={state}>
      <Icon size={14} aria-hidden />
      {children}
    </span>
  )
}

// The state of a job as word, icon and colour.
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconLoader2,
  type TablerIcon,
} from '@tabler/icons-react'
import { Tag, type Tone } from '#web/ui/tag.tsx'

type Look = readonly [tone: Tone, icon: TablerIcon]

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
  const [tone, icon] = LOOKS[state]
  return (
    <Tag tone={tone} icon={icon}>
      {children}
    </Tag>
  )
}

import { Tag, type Tone } from '#web/ui/tag.tsx'
import { text } from './text.ts'

type State = keyof typeof text.states

const TONES: Readonly<Record<State, Tone>> = {
  waiting: 'busy',
  sent: 'good',
  failed: 'bad',
  dropped: 'calm',
}

export const StateTag = ({ state }: { state: State }) => <Tag tone={TONES[state]}>{text.states[state]}</Tag>

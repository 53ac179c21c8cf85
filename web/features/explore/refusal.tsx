// Why a question cannot be answered, in sentences that say what can.
import { IconInfoCircle } from '@tabler/icons-react'
import { PageLink } from '#web/ui/page-link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import css from './result.module.css'
import { text } from './text.ts'

export const Refusal = ({ title, sentences }: { title: string; sentences: readonly string[] }) => (
  <Panel title={title}>
    <div className={css.refusal} role="status">
      <IconInfoCircle size={20} stroke={1.6} aria-hidden />
      <div>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <PageLink href="/analysis/explore">{text.goBack}</PageLink>
      </div>
    </div>
  </Panel>
)

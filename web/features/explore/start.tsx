// What Explorar shows without a question: ready-made ones.
import { Flex } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { monthIn } from '#web/api/month.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { PageLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { hrefOf } from './address.ts'
import { mayAsk } from './fields.ts'
import { daysOfMonth } from './periods.ts'
import { READY_MADE, type ReadyMade } from './ready-made.ts'
import css from './start.module.css'
import { text } from './text.ts'

/** A screen of its own, since one question has one comparison. */
const WEEK = { title: text.week.title, note: text.week.note, href: '/analysis/week' }

export function Start() {
  const user = useUser()
  const month = monthIn(useSearch({ strict: false }))
  const offered = READY_MADE.filter(({ question }) =>
    mayAsk(question, (permission) => mayUser(user, permission)),
  )
  /** A month selected on another screen stays. */
  const hrefFor = ({ question, shown }: ReadyMade) =>
    hrefOf(
      month && question.period === 'latest_month' ? { ...question, period: daysOfMonth(month) } : question,
      shown,
    )
  return (
    <Panel title={text.start} subtitle={text.startNote}>
      <ul className={css.list}>
        {[WEEK, ...offered.map((one) => ({ ...one, href: hrefFor(one) }))].map(({ title, note, href }) => (
          <li key={title} className={css.card}>
            <PageLink href={href}>
              <Flex component="span" align="center" justify="space-between" gap={8} fz="sm" fw={600}>
                {title}
                <IconArrowRight className={css.arrow} size={15} aria-hidden />
              </Flex>
              <span className={shared.caption}>{note}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

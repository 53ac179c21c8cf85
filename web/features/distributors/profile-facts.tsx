// Figures of the Ficha as a list of facts, each with its change and a link to its rows.
import type { ReactNode } from 'react'
import { PageLink } from '#web/ui/links.tsx'
import shared from '#web/ui/shared.module.css'
import css from './profile.module.css'
import { text } from './profile-text.ts'

export interface ProfileFact {
  readonly label: string
  readonly value: string
  /** Address of its rows; absent without permission. */
  readonly href?: string | undefined
  readonly change?: ReactNode
  readonly note?: string | undefined
}

export const ProfileFacts = ({ facts }: { facts: readonly ProfileFact[] }) => (
  <dl className={css.facts}>
    {facts.map(({ label, value, href, change, note }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd className={css.value}>
          {href ? (
            <PageLink href={href} label={text.open_(label, value)}>
              {value}
            </PageLink>
          ) : (
            value
          )}
          {change ? <span className={css.change}>{change}</span> : null}
        </dd>
        {note ? <dd className={shared.caption}>{note}</dd> : null}
      </div>
    ))}
  </dl>
)

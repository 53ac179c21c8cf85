// Where a page stands, and the way back up. Touches React and this room; links are given by the screen.
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './breadcrumb.module.css'
import { text } from './text.ts'

interface BreadcrumbProps {
  /** Links to the pages above, outermost first. */
  above: readonly { key: string; link: ReactNode }[]
  here: string
}

export function Breadcrumb({ above, here }: BreadcrumbProps) {
  return (
    <nav aria-label={text.trail} data-no-print>
      <ol className={css.trail}>
        {above.map(({ key, link }) => (
          <li key={key}>
            {link}
            <IconChevronRight size={14} stroke={1.6} aria-hidden />
          </li>
        ))}
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  )
}

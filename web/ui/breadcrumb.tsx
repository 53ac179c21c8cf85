// The page's position and the link to the page above it.
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './breadcrumb.module.css'
import { text } from './text.ts'

export const Breadcrumb = ({ above, here }: { above: ReactNode; here: string }) => (
  <nav aria-label={text.trail} data-no-print>
    <ol className={css.trail}>
      <li>
        {above}
        <IconChevronRight size={14} stroke={1.6} aria-hidden />
      </li>
      <li aria-current="page">{here}</li>
    </ol>
  </nav>
)

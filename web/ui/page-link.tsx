// A real link that looks like the text it is around, and opens without loading the page anew. Touches the router and React.
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import css from './page-link.module.css'
import { isPlainPress } from './plain-press.ts'

interface PageLinkProps {
  /** Address within the application, as it stands in the browser. */
  href: string
  /** What opens, told on hover and to screen readers. */
  label?: string
  children: ReactNode
}

export function PageLink({ href, label, children }: PageLinkProps) {
  const router = useRouter()
  return (
    <a
      className={css.link}
      href={href}
      title={label}
      onClick={(event) => {
        if (!isPlainPress(event)) return
        event.preventDefault()
        void router.navigate({ href })
      }}
    >
      {children}
    </a>
  )
}

// An inline link to a screen that looks like its surrounding text.
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import css from './page-link.module.css'
import { isPlainPress } from './plain-press.ts'

interface PageLinkProps {
  /** Path and query within the application. */
  href: string
  /** Title and accessible description of the target. */
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

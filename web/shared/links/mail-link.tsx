// Leads to the form of a delivery that holds a screen.

import { IconMailForward } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { mayUser, useUser } from '#web/api/session.ts'
import { linkLook } from '#web/ui/button.tsx'

interface MailLinkProps {
  /** Path and query of the screen. */
  readonly address: string
  /** Of the delivery. */
  readonly name: string
  readonly title: string
  readonly children: ReactNode
}

export function MailLink({ address, name, title, children }: MailLinkProps) {
  const user = useUser()
  if (!mayUser(user, 'export')) return null
  return (
    <Link
      {...linkLook({ frame: 'bordered' })}
      to="/analysis/deliveries"
      search={{ new: '1', name, address }}
      title={title}
      data-no-print
    >
      <IconMailForward size={15} aria-hidden />
      {children}
    </Link>
  )
}

// A link to the report of one distributor, ready before it is pressed. Touches the router, contract and this room.
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import type { Month } from '#contract/month.ts'
import css from './distributors.module.css'

interface ReportLinkProps {
  distId: string
  month: Month
  /** Spoken in place of the content, where that says too little. */
  label?: string
  quiet?: boolean
  children: ReactNode
}

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

export function ReportLink({ distId, month, label, quiet, children }: ReportLinkProps) {
  const router = useRouter()
  const there = {
    to: '/distributors/distributors-details/$dist_id',
    params: { dist_id: distId },
    search: { month },
  } as const
  const preload = () => void router.preloadRoute(there)
  return (
    <a
      className={quiet ? css.quietLink : css.link}
      href={`/distributors/distributors-details/${encodeURIComponent(distId)}/?month=${month}`}
      aria-label={label}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={(event) => {
        if (!isPlain(event)) return
        event.preventDefault()
        void router.navigate(there)
      }}
    >
      {children}
    </a>
  )
}

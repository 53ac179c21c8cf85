// The choice between the lists of a screen, kept in the address.
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMonth } from '#web/api/month.ts'
import { Segments } from '#web/ui/segments.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'

interface ViewChoiceProps {
  /** Search parameter; absent: the view whose value is empty. */
  param: string
  label: string
  views: readonly { readonly value: string; readonly label: ReactNode }[]
  /** Search parameters that apply to every view, besides the month. */
  keep?: Readonly<Record<string, string>>
}

export function ViewChoice({ param, label, views, keep }: ViewChoiceProps) {
  const month = useMonth()
  const [shown] = useSearchParam(param)
  const navigate = useNavigate()
  // Page, order and filters of one view do not apply to the other.
  const choose = (next: string) =>
    void navigate({ to: '.', search: { month, ...keep, [param]: next || undefined }, resetScroll: false })
  return (
    <div data-no-print>
      <Segments
        aria-label={label}
        data={views}
        value={views.find(({ value }) => value === shown)?.value ?? ''}
        onChange={choose}
      />
    </div>
  )
}

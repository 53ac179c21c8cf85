import type { ComponentProps } from 'react'
import { useMonth } from '#web/api/month.ts'
import { RouteLink } from '#web/ui/links.tsx'

export const MonthLink = ({ search, ...link }: ComponentProps<typeof RouteLink>) => (
  <RouteLink {...link} search={{ month: useMonth(), ...search }} />
)

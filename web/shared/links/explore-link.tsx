import type { Filter } from '#contract/questions/filter.ts'
import { PageLink } from '#web/ui/links.tsx'
import { type Asked, useExplorePath } from './explore-path.ts'

interface ExploreLinkProps {
  asked: Asked
  where: readonly Filter[]
  /** What opens, in words. */
  label?: string
  children: string
}

/** A number that opens the rows it adds up; text for a role that may not ask for them, and where there is none. */
export function ExploreLink({ asked, where, label, children }: ExploreLinkProps) {
  const href = useExplorePath()(asked, where)
  return href === undefined || children === '' ? (
    children
  ) : (
    <PageLink href={href} {...(label !== undefined && { label })}>
      {children}
    </PageLink>
  )
}

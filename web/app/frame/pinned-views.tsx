// Views that the user pinned to the menu, above its sections.
import { IconBookmark } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { fetchQuery } from '#web/api/call.ts'
import { useLatestMonth } from '#web/api/config.ts'
import { openView, viewHref } from '#web/shared/views.ts'
import { followLink } from '#web/ui/links.tsx'
import { text } from '../text.ts'
import classes from './menu-list.module.css'

/** Pinned views and the attributes of a link to each. */
export function usePinnedLinks(onChosen?: () => void) {
  const pinned = useQuery(fetchQuery('GET /api/views/chosen')).data?.data.pinned ?? []
  const router = useRouter()
  const latest = useLatestMonth()
  const saved = useSearch({ strict: false, select: (search: { saved?: unknown }) => search.saved })
  return pinned.map((view) => ({
    id: view.id,
    name: view.name,
    link: {
      href: viewHref(view),
      'aria-current': String(view.id) === saved ? ('page' as const) : undefined,
      onClick: (event: MouseEvent<HTMLAnchorElement>) => {
        onChosen?.()
        followLink(event, () => openView(router, view, latest))
      },
    },
  }))
}

export function PinnedViews({ onChosen }: { onChosen: (() => void) | undefined }) {
  const pinned = usePinnedLinks(onChosen)
  if (pinned.length === 0) return null
  return (
    <li>
      <span className={classes.heading} id="menu-pinned">
        <IconBookmark size={18} stroke={1.6} aria-hidden="true" />
        {text.pinnedViews}
      </span>
      <ul className={classes.entries} aria-labelledby="menu-pinned">
        {pinned.map(({ id, name, link }) => (
          <li key={id}>
            <a className={classes.entry} title={name} {...link}>
              <span className={classes.name}>{name}</span>
            </a>
          </li>
        ))}
      </ul>
    </li>
  )
}

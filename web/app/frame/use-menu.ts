// The menu of the signed-in user and the path of its current entry.
import { useMatches } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useSession } from '#web/api/session.ts'
import { type MenuSection, menuFor } from '../screens.ts'
import { mayOpen } from './may-open.ts'

export function useMenu(): { sections: MenuSection[]; current: string } {
  const session = useSession()
  const user = session.state === 'signed-in' ? session.user : null
  const sections = useMemo(() => (user ? menuFor((screen) => mayOpen(user, screen)) : []), [user])
  const shown = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen })
  const paths = [shown?.under, shown?.path]
  // A screen may stand in for the one it shares its entry with, where the user may not open that.
  const current = sections
    .flatMap(({ entries }) => entries.map(({ path }) => path))
    .find((path) => paths.includes(path))
  return { sections, current: current ?? '' }
}

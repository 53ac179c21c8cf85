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
  const current = useMatches({
    select: (matches) => {
      const screen = matches.at(-1)?.staticData.screen
      return screen?.under ?? screen?.path ?? ''
    },
  })
  return { sections, current }
}

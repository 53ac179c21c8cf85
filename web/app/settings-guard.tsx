// Guard of the settings screens: users without the permission go one step back in history.
import { Center, Loader } from '@mantine/core'
import { Outlet, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { mayUser, useSession } from '#web/api/session.ts'
import { setFlash } from './flash-message.ts'
import { text } from './text.ts'

/** Whether the previous history entry belongs to this application. */
const canStepBack = (indexOfEntry: number): boolean =>
  'navigation' in window && window.navigation ? Boolean(window.navigation.canGoBack) : indexOfEntry > 0

export function SettingsGuard() {
  const session = useSession()
  const router = useRouter()
  const allowed = session.state === 'signed-in' && mayUser(session.user, 'settings')
  const refused = session.state === 'signed-in' && !allowed

  useEffect(() => {
    if (!refused) return
    setFlash(text.settingsRefused, router.state.location.pathname)
    if (canStepBack(router.history.location.state.__TSR_index)) router.history.back()
    else void router.navigate({ to: '/', replace: true })
  }, [refused, router])

  if (allowed) return <Outlet />
  return (
    <Center mih={240}>
      <Loader size="sm" aria-label={text.checkingAccess} />
    </Center>
  )
}

// "Agregar al tablero", for questions on screen; its dialog is loaded when it is first opened.
import { IconLayoutDashboard } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { mayUser, useUser } from '#web/api/session.ts'
import { IconButton } from '#web/ui/button.tsx'
import { boardsText as text } from '../text.ts'

const PinDialog = lazy(() => import('./pin-dialog.tsx'))

interface PinButtonProps {
  /** Parameters of GET /api/questions/answer. */
  readonly question: string
  readonly title: string
}

export function PinButton(props: PinButtonProps) {
  const user = useUser()
  const [isOpen, setOpen] = useState(false)
  if (!mayUser(user, 'view:scorecard')) return null
  return (
    <>
      <IconButton tip label={text.add} onClick={() => setOpen(true)} data-no-print>
        <IconLayoutDashboard size={16} aria-hidden />
      </IconButton>
      {isOpen ? (
        <Suspense>
          <PinDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

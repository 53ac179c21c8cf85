// State of a screen whose rows are edited in dialogs.
import { useState } from 'react'

/** The dialog open over a screen: a new row, or one to update or delete. */
type Open<Row> = { mode: 'add' } | { mode: 'update' | 'delete'; row: Row } | null

/** The open dialog, and the notice of the last change. */
export function useEditor<Row>() {
  const [open, setOpen] = useState<Open<Row>>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const show = (next: Open<Row>) => {
    setNotice(null)
    setOpen(next)
  }
  return {
    open,
    notice,
    clearNotice: () => setNotice(null),
    add: () => show({ mode: 'add' }),
    update: (row: Row) => show({ mode: 'update', row }),
    remove: (row: Row) => show({ mode: 'delete', row }),
    /** Props of the dialogs. */
    dialog: {
      onClose: () => setOpen(null),
      onDone: (message: string) => {
        setOpen(null)
        setNotice(message)
      },
    },
  }
}

export interface EditorDialogProps {
  onClose: () => void
  /** Closes the dialog and shows the message. */
  onDone: (message: string) => void
}

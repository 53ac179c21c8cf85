// A panel as high as the window. Escape and a click outside close it.
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import css from './drawer.module.css'

interface DrawerProps {
  label: string
  open: boolean
  onClose: () => void
  className?: string | undefined
  style?: CSSProperties
  children: ReactNode
}

export function Drawer({ label, open, onClose, className = '', style, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click outside closes the drawer; the dialog itself handles Escape
    <dialog
      ref={dialog}
      className={`${css.drawer} ${className}`}
      style={style}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      {open ? children : null}
    </dialog>
  )
}

// A new secret, which is shown once.
import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import shared from '#web/ui/shared.module.css'
import { Dialog } from '../dialog.tsx'
import { CopyButton } from './copy-button.tsx'
import css from './shown-once.module.css'

interface ShownOnceProps {
  readonly title: string
  readonly note: string
  readonly secret: string
  /** Label of the button that closes the dialog. */
  readonly done: string
  readonly onClose: () => void
  readonly children: ReactNode
}

export const ShownOnce = ({ title, note, secret, done, onClose, children }: ShownOnceProps) => (
  <Dialog title={title} size="lg" onClose={onClose}>
    <div className={shared.form}>
      <p className={shared.message}>{note}</p>
      <div className={`${shared.box} ${css.secret}`}>
        <code>{secret}</code>
        <CopyButton value={secret} />
      </div>
      {children}
      <Group justify="flex-end">
        <Button onClick={onClose}>{done}</Button>
      </Group>
    </div>
  </Dialog>
)

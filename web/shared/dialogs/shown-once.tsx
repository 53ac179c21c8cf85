// A new secret, which is shown once.
import { Group } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { RowButton } from '#web/shared/lists/row-button.tsx'
import { Button } from '#web/ui/button.tsx'
import shared from '#web/ui/shared.module.css'
import { copyText } from '../text.ts'
import { Dialog } from './dialog.tsx'
import css from './shown-once.module.css'

interface ShownOnceProps {
  readonly title: string
  readonly note: string
  readonly secret: string
  /** Label of the button that closes the dialog. */
  readonly done: string
  readonly onClose: () => void
  readonly children?: ReactNode
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
        <Button frame="filled" tall onClick={onClose}>
          {done}
        </Button>
      </Group>
    </div>
  </Dialog>
)

function CopyButton({ value }: { value: string }) {
  const [copied, setCopied] = useState(false)
  if (!('clipboard' in navigator)) return null
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
  }
  return (
    <RowButton data-autofocus onClick={() => void copy().catch(() => setCopied(false))}>
      {copied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
      <span aria-live="polite">{copied ? copyText.copied : copyText.copy}</span>
    </RowButton>
  )
}

// A panel with things of the account: a button adds one, a dialog asks before one is removed.
import { type ReactNode, useState } from 'react'
import type { Loadable } from '#web/ui/loadable.ts'
import { AsyncPanel } from '#web/ui/page.tsx'
import shared from '#web/ui/shared.module.css'
import { ConfirmDialog } from '../dialogs/dialog.tsx'
import { RowButton } from './row-button.tsx'

interface Removable {
  readonly id: number
  readonly name: string
}

interface RemovableListProps<Data, Item extends Removable> {
  texts: Readonly<Record<'title' | 'note' | 'add' | 'empty' | 'remove' | 'removeTitle', string>> &
    Readonly<Record<'removeSure' | 'removed', (name: string) => string>>
  failed: string
  state: Loadable<Data>
  height: number
  itemsOf: (data: Data) => readonly Item[]
  row: (item: Item, onRemove: () => void) => ReactNode
  /** The dialog that adds one. */
  adding: (onClose: () => void) => ReactNode
  onRemove: (id: number) => Promise<unknown>
  onDone: (message: string) => void
}

export function RemovableList<Data, Item extends Removable>(props: RemovableListProps<Data, Item>) {
  const { texts, failed, state, height, itemsOf, row, adding, onRemove, onDone } = props
  const [open, setOpen] = useState<'add' | Item | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <AsyncPanel
        title={texts.title}
        subtitle={texts.note}
        state={state}
        height={height}
        grows
        actions={<RowButton onClick={() => setOpen('add')}>{texts.add}</RowButton>}
      >
        {(data) => {
          const items = itemsOf(data)
          if (items.length === 0) return <p className={shared.quiet}>{texts.empty}</p>
          return <ul>{items.map((item) => row(item, () => setOpen(item)))}</ul>
        }}
      </AsyncPanel>
      {open === 'add' ? adding(close) : null}
      {open !== null && open !== 'add' ? (
        <ConfirmDialog
          title={texts.removeTitle}
          question={texts.removeSure(open.name)}
          submit={texts.remove}
          failureText={() => failed}
          onClose={close}
          onConfirm={async () => {
            await onRemove(open.id)
            onDone(texts.removed(open.name))
          }}
        />
      ) : null}
    </>
  )
}

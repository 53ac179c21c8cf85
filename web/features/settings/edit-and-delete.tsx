// What can be done with an account or a role, as two buttons. Touches ui and this feature.
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { IconButton } from '#web/ui/button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import css from './settings.module.css'

const PENCIL = <IconPencil size={16} aria-hidden />
const BIN = <IconTrash size={16} aria-hidden />

interface Deed {
  readonly tip: string
  /** What it does to whom, for screen readers. */
  readonly label: string
  readonly onClick: () => void
}

export const EditAndDelete = ({ edit, remove }: { edit: Deed; remove: Deed | null }) => (
  <span className={css.rowActions}>
    <Tooltip label={edit.tip}>
      <IconButton label={edit.label} onClick={edit.onClick}>
        {PENCIL}
      </IconButton>
    </Tooltip>
    {remove ? (
      <Tooltip label={remove.tip}>
        <IconButton danger label={remove.label} onClick={remove.onClick}>
          {BIN}
        </IconButton>
      </Tooltip>
    ) : null}
  </span>
)

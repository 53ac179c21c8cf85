// The list of keyboard shortcuts.
import { Modal } from '@mantine/core'
import { common } from '#web/text/common.ts'
import { text } from '../text.ts'
import classes from './shortcuts.module.css'

const SHORTCUTS: readonly (readonly [string, readonly string[]])[] = [
  ['Buscar pantalla, mes o distribuidor', ['Ctrl K', '⌘ K']],
  ['Elegir mes', ['M']],
  ['Mes anterior', ['A']],
  ['Mes siguiente', ['S']],
  ['Moverse entre meses, en el selector', ['← ↑ → ↓']],
  ['Moverse entre años, en el selector', ['Re Pág', 'Av Pág']],
  ['Cerrar lo que está abierto', ['Esc']],
  ['Ver estos atajos', ['?']],
]

const Shortcuts = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Modal
    opened={open}
    onClose={onClose}
    title={text.shortcuts}
    closeButtonProps={{ 'aria-label': common.close }}
    centered
  >
    <dl className={classes.list}>
      {SHORTCUTS.map(([what, keys]) => (
        <div key={what} className={classes.row}>
          <dt>{what}</dt>
          <dd className={classes.keys}>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </Modal>
)

export default Shortcuts

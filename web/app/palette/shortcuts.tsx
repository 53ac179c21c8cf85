import { Box, Flex, Modal } from '@mantine/core'
import { common } from '#web/text/common.ts'
import { CloseButton } from '#web/ui/button.tsx'
import { useFocusBack } from '#web/ui/use-focus-back.ts'
import { text } from '../text.ts'
import classes from './shortcuts.module.css'

const SHORTCUTS: readonly (readonly [string, readonly string[]])[] = [
  ['Buscar pantallas, órdenes, clientes, distribuidores, productos', ['Ctrl K', '⌘ K']],
  ['Elegir mes', ['M']],
  ['Mes anterior', ['A']],
  ['Mes siguiente', ['S']],
  ['Moverse entre meses, en el selector', ['← ↑ → ↓']],
  ['Moverse entre años, en el selector', ['Re Pág', 'Av Pág']],
  ['Cerrar lo que está abierto', ['Esc']],
  ['Ver estos atajos', ['?']],
]

// Mantine's modal header would be a second banner landmark, so the title is part of the content.
const Shortcuts = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Modal
    opened={open}
    onClose={onClose}
    withCloseButton={false}
    attributes={{ content: { 'aria-label': text.shortcuts } }}
    padding="lg"
    radius="lg"
    centered
  >
    <Flex align="center" justify="space-between" mb={12}>
      <Box component="h2" fz="1rem">
        {text.shortcuts}
      </Box>
      <CloseButton label={common.close} onClick={onClose} />
    </Flex>
    <List />
  </Modal>
)

function List() {
  useFocusBack()
  return (
    <Box component="dl" m={0}>
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
    </Box>
  )
}

export default Shortcuts

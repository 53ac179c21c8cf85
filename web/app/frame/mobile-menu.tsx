// The menu drawer of narrow screens (up to 1000 px).
import { Box, Flex } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { memo, useEffect, useRef, useState } from 'react'
import type { Section } from '#web/api/screen.ts'
import { Logo } from '#web/ui/logo.tsx'
import shared from '#web/ui/shared.module.css'
import { text } from '../text.ts'
import { MenuList } from './menu-list.tsx'
import classes from './mobile-menu.module.css'
import { ToolButton } from './tool-button.tsx'

interface Props {
  readonly open: boolean
  readonly onClose: () => void
}

export const MobileMenu = memo(function MobileMenu({ open, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [closed, setClosed] = useState<readonly Section[]>([])

  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])

  useEffect(() => {
    const wide = matchMedia('(min-width: 1001px)')
    wide.addEventListener('change', onClose)
    return () => wide.removeEventListener('change', onClose)
  }, [onClose])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click outside closes the drawer; the dialog itself handles Escape.
    <dialog
      ref={dialog}
      className={`${shared.drawer} ${classes.drawer}`}
      aria-label={text.mainMenu}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      {open ? (
        <Box mih="100%" pb={24} px={12}>
          <Flex align="center" justify="space-between" h="var(--gd-topbar-height)" pl={8}>
            <Logo />
            <ToolButton className={classes.close} label={text.closeMenu} onClick={onClose}>
              <IconX size={20} />
            </ToolButton>
          </Flex>
          <nav aria-label={text.mainMenu}>
            <MenuList closed={closed} onToggle={setClosed} onChosen={onClose} />
          </nav>
        </Box>
      ) : null}
    </dialog>
  )
})

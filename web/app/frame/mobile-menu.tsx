// The menu drawer of narrow screens (up to 1000 px).
import { Box, Flex } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { memo, useEffect, useState } from 'react'
import type { Section } from '#web/api/screen.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { text } from '../text.ts'
import { MenuList } from './menu-list.tsx'
import classes from './mobile-menu.module.css'
import { ToolButton } from './tool-button.tsx'

interface Props {
  readonly open: boolean
  readonly onClose: () => void
}

export const MobileMenu = memo(function MobileMenu({ open, onClose }: Props) {
  const [closed, setClosed] = useState<readonly Section[]>([])
  useEffect(() => {
    const wide = matchMedia('(min-width: 1001px)')
    wide.addEventListener('change', onClose)
    return () => wide.removeEventListener('change', onClose)
  }, [onClose])

  return (
    <Drawer className={classes.drawer} label={text.mainMenu} open={open} onClose={onClose}>
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
    </Drawer>
  )
})

// Theme and width of the page, remembered on this device.
import { ActionIcon, Popover, SegmentedControl, Tooltip, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useState } from 'react'
import { useFramePreferences } from '../preferences.ts'
import { text } from '../text.ts'
import classes from './appearance.module.css'

const THEMES = (['light', 'dark', 'auto'] as const).map((value) => ({ value, label: text.themes[value] }))
const LAYOUTS = (['fluid', 'boxed'] as const).map((value) => ({ value, label: text.layouts[value] }))

export function Appearance() {
  const [open, setOpen] = useState(false)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [{ layout }, change] = useFramePreferences()
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" width={268} trapFocus withRoles>
      <Popover.Target>
        <Tooltip label={text.appearance} disabled={open}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            aria-label={text.appearance}
            onClick={() => setOpen(!open)}
          >
            <IconSun className={classes.sun} size={18} stroke={1.7} />
            <IconMoon className={classes.moon} size={18} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={text.appearance}>
        <p className={classes.label}>{text.theme}</p>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={text.theme}
          data={THEMES}
          value={colorScheme}
          onChange={setColorScheme}
        />
        <p className={classes.label}>{text.layout}</p>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={text.layout}
          data={LAYOUTS}
          value={layout}
          onChange={(value) => change({ layout: value })}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

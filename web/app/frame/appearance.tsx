// Dropdown for the theme and the page width.
import { Box, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useFramePreferences } from '../preferences.ts'
import { text } from '../text.ts'
import classes from './appearance.module.css'
import { ToolButton } from './tool-button.tsx'

const THEMES = (['light', 'dark', 'auto'] as const).map((value) => ({ value, label: text.themes[value] }))
const LAYOUTS = (['fluid', 'boxed'] as const).map((value) => ({ value, label: text.layouts[value] }))

export const Appearance = () => (
  <Dropdown
    label={text.appearance}
    role="dialog"
    button={(opener) => (
      <Tooltip label={text.appearance}>
        <ToolButton label={text.appearance} caption={text.captions.theme} {...opener}>
          <IconSun className={classes.sun} size={18} stroke={1.7} />
          <IconMoon className={classes.moon} size={18} stroke={1.7} />
        </ToolButton>
      </Tooltip>
    )}
  >
    {() => <Choices />}
  </Dropdown>
)

function Choices() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [{ layout }, change] = useFramePreferences()
  return (
    <Box w={242}>
      <Choice label={text.theme} data={THEMES} value={colorScheme} onChange={setColorScheme} />
      <Choice
        label={text.layout}
        data={LAYOUTS}
        value={layout}
        onChange={(value) => change({ layout: value })}
      />
    </Box>
  )
}

interface ChoiceProps<Value extends string> {
  label: string
  data: readonly { readonly value: Value; readonly label: string }[]
  value: Value
  onChange: (value: Value) => void
}

const Choice = <Value extends string>({ label, ...segments }: ChoiceProps<Value>) => (
  <>
    <p className={classes.label}>{label}</p>
    <Segments fullWidth size="xs" aria-label={label} {...segments} />
  </>
)

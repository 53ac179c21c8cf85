// Mantine theme, based on the variables of theme.css.
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const cobalt: MantineColorsTuple = [
  '#eaf0ff',
  '#d9e3ff',
  '#b9caff',
  '#94adff',
  '#7d9bff',
  '#5b7cf0',
  '#4367e0',
  '#3154c9',
  '#2948ad',
  '#223b8c',
]

/** The surfaces of theme.css, because Mantine's greys are warmer. */
const dark: MantineColorsTuple = [
  '#eceef1',
  '#c6cad1',
  '#9aa2ae',
  '#6b7380',
  '#3a3f48',
  '#2c3037',
  '#1d2025',
  '#17191d',
  '#131518',
  '#101215',
]

export const theme = createTheme({
  primaryColor: 'cobalt',
  primaryShade: { light: 7, dark: 6 },
  colors: { cobalt, dark },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '10px', xl: '14px' },
  fontFamily:
    'Inter, "Inter Fallback", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.45' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.125rem', lineHeight: '1.35' },
      h2: { fontSize: '0.9375rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
    },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Modal: { defaultProps: { transitionProps: { duration: 150 } } },
  },
})

const SHARED = {
  '--mantine-color-body': 'var(--gd-surface)',
  '--mantine-color-text': 'var(--gd-text)',
  '--mantine-color-dimmed': 'var(--gd-text-dimmed)',
  '--mantine-color-placeholder': 'var(--gd-text-dimmed)',
  '--mantine-color-anchor': 'var(--gd-accent-text)',
  '--mantine-color-default': 'var(--gd-surface)',
  '--mantine-color-default-hover': 'var(--gd-hover)',
  '--mantine-color-default-border': 'var(--gd-border-strong)',
  '--mantine-color-default-color': 'var(--gd-text)',
  '--mantine-color-error': 'var(--gd-drop)',
  '--mantine-color-red-filled': 'var(--gd-danger)',
  '--mantine-color-red-filled-hover': 'var(--gd-danger-hover)',
  '--mantine-color-red-light-color': 'var(--gd-drop)',
  '--mantine-primary-color-light': 'var(--gd-accent-soft)',
  '--mantine-primary-color-light-hover': 'var(--gd-accent-soft)',
  '--mantine-primary-color-light-color': 'var(--gd-accent-text)',
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: SHARED,
  dark: SHARED,
})

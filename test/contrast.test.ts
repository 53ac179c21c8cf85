// Text on the coloured surfaces of both themes can be read: WCAG AA, 4.5 to 1.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core'
import { describe, expect, test } from 'vitest'
import { cssVariablesResolver, theme } from '#web/app/theme.ts'
import { ROOT } from './rooms.ts'

const css = readFileSync(join(ROOT, 'web/app/theme.css'), 'utf8')

/** Variables of a rule, '--gd-drop' → '#b8321f'. */
const variablesOf = (selector: string): Map<string, string> => {
  const start = css.indexOf(`${selector} {`)
  const rule = css.slice(start, css.indexOf('}', start))
  return new Map(
    [...rule.matchAll(/(--gd-[\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

const light = variablesOf(':root')
const SCHEMES = {
  light,
  dark: new Map([...light, ...variablesOf(':root[data-mantine-color-scheme="dark"]')]),
} as const

const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const PAIRS = [
  ...[
    ['--gd-text', '--gd-surface'],
    ['--gd-text-dimmed', '--gd-surface'],
    ['--gd-text-dimmed', '--gd-canvas'],
  ],
  ...['accent-text', 'growth', 'drop', 'warning'].map((name) => [`--gd-${name}`, '--gd-surface']),
  ...['growth', 'drop', 'warning'].map((name) => [`--gd-${name}`, `--gd-${name}-soft`]),
  ['--gd-accent-text', '--gd-accent-soft'],
]

describe.each(['light', 'dark'] as const)('%s', (scheme) => {
  const colours = SCHEMES[scheme]
  test.each(PAIRS)('%s on %s', (text = '', surface = '') => {
    expect(contrast(colours.get(text) ?? '', colours.get(surface) ?? '')).toBeGreaterThanOrEqual(4.5)
  })

  test('white on the buttons that are filled, also below the pointer', () => {
    const merged = mergeMantineTheme(DEFAULT_THEME, theme)
    const { colors, primaryColor, primaryShade } = merged
    const primary =
      colors[primaryColor]?.[typeof primaryShade === 'object' ? primaryShade[scheme] : primaryShade] ?? ''
    // Mantine's own red has 3.8.
    const mantine = cssVariablesResolver(merged)[scheme]
    const filled = ['', '-hover'].map((state) => {
      const [, name = ''] = /var\((.+)\)/.exec(mantine[`--mantine-color-red-filled${state}`] ?? '') ?? []
      return colours.get(name) ?? ''
    })
    for (const colour of [primary, ...filled])
      expect(contrast('#ffffff', colour), colour).toBeGreaterThanOrEqual(4.5)
  })
})

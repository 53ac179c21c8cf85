// Leaves out the styles of library components that the web application does not use; a component that is used after all stops the build.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AcceptedPlugin } from 'postcss'
import type { Plugin } from 'vite'

/** Components of @mantine/core without a place here. Take one out of the list to use it. */
const UNUSED = [
  'AngleSlider',
  'AppShell',
  'Blockquote',
  'Cascader',
  'ColorPicker',
  'ColorSwatch',
  'Dialog',
  'EmptyState',
  'FloatingWindow',
  'Marquee',
  'NavLink',
  'Notification',
  'OverflowList',
  'PinInput',
  'Rating',
  'RingProgress',
  'RollingNumber',
  'Scroller',
  'SemiCircleProgress',
  'Slider',
  'Spoiler',
  'Splitter',
  'Stepper',
  'Timeline',
  'Toolbar',
  'Tour',
  'Tree',
  'TreeSelect',
  'Typography',
]

const resolve = createRequire(import.meta.url).resolve

const CLASS = /\.m_[0-9a-f]+/g

function stylesOf(component: string): string {
  try {
    return readFileSync(resolve(`@mantine/core/styles/${component}.css`), 'utf8')
  } catch {
    // Not every release has every component.
    return ''
  }
}

const unusedClasses = new Set(UNUSED.flatMap((component) => stylesOf(component).match(CLASS) ?? []))

const isUnused = (selector: string): boolean =>
  (selector.match(CLASS) ?? []).some((name) => unusedClasses.has(name))

/** For postcss: drops the rules, and the blocks left empty by that. */
export const dropUnusedStyles: AcceptedPlugin = {
  postcssPlugin: 'drop-unused-styles',
  OnceExit(root) {
    if (!root.source?.input.file?.includes('@mantine/core')) return
    root.walkRules((rule) => {
      const kept = rule.selectors.filter((selector) => !isUnused(selector))
      if (kept.length === 0) rule.remove()
      else if (kept.length < rule.selectors.length) rule.selectors = kept
    })
    root.walkAtRules((block) => {
      if (block.nodes?.length === 0) block.remove()
    })
  },
}

/** For Vite: refuses a build that contains a component whose styles are left out. */
export const refuseUnstyled: Plugin = {
  name: 'refuse-unstyled',
  generateBundle(_, bundle) {
    for (const output of Object.values(bundle)) {
      if (output.type !== 'chunk') continue
      for (const [id, { renderedLength }] of Object.entries(output.modules)) {
        const component = /@mantine\/core\/esm\/components\/(\w+)\/\1\.mjs$/.exec(id)?.[1]
        if (component && renderedLength > 0 && UNUSED.includes(component)) {
          this.error(`${component} is used: take it out of UNUSED in scripts/unused-styles.ts`)
        }
      }
    }
  },
}

// Accessibility of a page's current state, checked by axe-core in both themes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ROOT } from '../rooms.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

export type Theme = 'light' | 'dark'

/** The rules whose answer depends on the theme. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']
/** Those whose answer depends on the width too: screens have the same elements on a desk and on a phone. */
const OF_LOOKS = [...OF_COLOURS, 'scrollable-region-focusable']

/** The same on every screen, and half of its elements. */
const MENU = 'nav[aria-label="Menú principal"]'

const SOURCE = readFileSync(join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8')

interface Scope {
  /** Default: all. */
  readonly rules?: readonly string[]
  /** Whether the menu is checked too. Default: false. */
  readonly withMenu?: boolean
}

/** Runs in the page. A debugger evaluates axe-core there first, since the content policy of the page allows nothing else. */
async function violations(page: Page, { rules, withMenu = false }: Scope): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  const asked = { runOnly: rules && [...rules], exclude: withMenu ? [] : [MENU] }
  return await page.evaluate(async ({ runOnly, exclude }) => {
    // Prerendered months are almost transparent, and would hide the background of the visible one from axe.
    const onlyShown = new CSSStyleSheet()
    onlyShown.replaceSync('[data-layer="prerendered"] { display: none }')
    document.adoptedStyleSheets.push(onlyShown)
    const options = { resultTypes: ['violations' as const], preload: false, ...(runOnly && { runOnly }) }
    const results = await window.axe.run({ exclude }, options)
    document.adoptedStyleSheets.pop()
    return results.violations.map(({ id, help, nodes }) => {
      const where = nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary ?? ''}`)
      return `${id} (${help}) ${where.join(' | ')}`
    })
  }, asked)
}

async function problemsIn(page: Page, theme: Theme, scope: Scope): Promise<string[]> {
  await page.emulateMedia({ colorScheme: theme })
  await page.waitForFunction(
    (scheme) => document.documentElement.getAttribute('data-mantine-color-scheme') === scheme,
    theme,
  )
  // During a transition, colours belong to neither theme.
  await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== 'running'))
  return (await violations(page, scope)).map((problem) => `in the ${theme} theme: ${problem}`)
}

/** Violations that axe finds on the page now, one line each; in the second theme only those of colours. */
export async function axeProblems(
  page: Page,
  themes: readonly Theme[] = ['light', 'dark'],
  { withMenu = false } = {},
): Promise<string[]> {
  const problems: string[] = []
  for (const [index, theme] of themes.entries())
    problems.push(...(await problemsIn(page, theme, { withMenu, ...(index > 0 && { rules: OF_COLOURS }) })))
  return problems
}

/** Violations that another theme or width can bring to a page that has no others. */
export const lookProblems = (page: Page, theme: Theme) => problemsIn(page, theme, { rules: OF_LOOKS })

export async function expectNoAxeViolations(page: Page, { withMenu = false } = {}): Promise<void> {
  expect(await axeProblems(page, undefined, { withMenu }), `accessibility of ${page.url()}`).toEqual([])
}

// Accessibility of what a page shows, by axe-core, in both themes.
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** A theme changes colours and nothing else: the second one is held to the rules of colour alone. */
const THEMES = [
  { scheme: 'light', only: null },
  { scheme: 'dark', only: COLOUR_RULES },
] as const

/** Runs in the page; axe-core is evaluated there first, which the page's content policy lets only a debugger do. */
async function violations(page: Page, only: readonly string[] | null): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return await page.evaluate(async (rules) => {
    // All but transparent, months drawn ahead would still hide from axe what the letters of the one on screen stand on.
    const bare = new CSSStyleSheet()
    bare.replaceSync('[data-sheet="ahead"] { display: none }')
    document.adoptedStyleSheets.push(bare)
    const results = await window.axe.run(document, {
      resultTypes: ['violations'],
      preload: false,
      ...(rules && { runOnly: { type: 'rule', values: [...rules] } }),
    })
    document.adoptedStyleSheets.pop()
    return results.violations.map(({ id, help, nodes }) => {
      const where = nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary ?? ''}`)
      return `${id} (${help}) ${where.join(' | ')}`
    })
  }, only)
}

/** What axe finds on the page as it stands, in words; nothing where all is well. */
export async function axeProblems(page: Page): Promise<string[]> {
  const problems: string[] = []
  for (const { scheme, only } of THEMES) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.waitForFunction(
      (wanted) => document.documentElement.getAttribute('data-mantine-color-scheme') === wanted,
      scheme,
    )
    // Colours on their way from one theme to the other belong to neither.
    await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== 'running'))
    problems.push(...(await violations(page, only)).map((problem) => `in the ${scheme} theme: ${problem}`))
  }
  return problems
}

export async function expectNoAxeViolations(page: Page): Promise<void> {
  expect(await axeProblems(page), `accessibility of ${page.url()}`).toEqual([])
}

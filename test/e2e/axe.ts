// Accessibility of a page's current state, checked by axe-core in both themes.
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

declare global {
  interface Window {
    axe: typeof axe
  }
}

export type Theme = 'light' | 'dark'

/** The rules whose answer depends on the theme. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** Runs in the page. A debugger evaluates axe-core there first, since the content policy of the page allows nothing else. */
async function violations(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return await page.evaluate(async (runOnly) => {
    // Prerendered months are almost transparent, and would hide the background of the visible one from axe.
    const onlyShown = new CSSStyleSheet()
    onlyShown.replaceSync('[data-layer="prerendered"] { display: none }')
    document.adoptedStyleSheets.push(onlyShown)
    const options = { resultTypes: ['violations' as const], preload: false, ...(runOnly && { runOnly }) }
    const results = await window.axe.run(document, options)
    document.adoptedStyleSheets.pop()
    return results.violations.map(({ id, help, nodes }) => {
      const where = nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary ?? ''}`)
      return `${id} (${help}) ${where.join(' | ')}`
    })
  }, rules)
}

/** Violations that axe finds on the page now, one line each; in the second theme only those of colours. */
export async function axeProblems(
  page: Page,
  themes: readonly Theme[] = ['light', 'dark'],
): Promise<string[]> {
  const problems: string[] = []
  for (const [index, theme] of themes.entries()) {
    await page.emulateMedia({ colorScheme: theme })
    await page.waitForFunction(
      (scheme) => document.documentElement.getAttribute('data-mantine-color-scheme') === scheme,
      theme,
    )
    // During a transition, colours belong to neither theme.
    await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== 'running'))
    problems.push(
      ...(await violations(page, index === 0 ? undefined : OF_COLOURS)).map(
        (problem) => `in the ${theme} theme: ${problem}`,
      ),
    )
  }
  return problems
}

export async function expectNoAxeViolations(page: Page): Promise<void> {
  expect(await axeProblems(page), `accessibility of ${page.url()}`).toEqual([])
}

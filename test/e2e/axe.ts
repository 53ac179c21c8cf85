// Accessibility of what a page shows, by axe-core, in both themes.
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

declare global {
  interface Window {
    axe: typeof axe
  }
}

export type Theme = 'light' | 'dark'

/** Runs in the page. A debugger evaluates axe-core there first, since the page's content policy lets nothing else do it. */
async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return await page.evaluate(async () => {
    // Months rendered ahead are all but transparent, and would hide from axe what the visible one is drawn on.
    const onlyShown = new CSSStyleSheet()
    onlyShown.replaceSync('[data-layer="prerendered"] { display: none }')
    document.adoptedStyleSheets.push(onlyShown)
    const results = await window.axe.run(document, { resultTypes: ['violations'], preload: false })
    document.adoptedStyleSheets.pop()
    return results.violations.map(({ id, help, nodes }) => {
      const where = nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary ?? ''}`)
      return `${id} (${help}) ${where.join(' | ')}`
    })
  })
}

/** What axe finds on the page as it is, one line per violation. */
export async function axeProblems(
  page: Page,
  themes: readonly Theme[] = ['light', 'dark'],
): Promise<string[]> {
  const problems: string[] = []
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme })
    await page.waitForFunction(
      (scheme) => document.documentElement.getAttribute('data-mantine-color-scheme') === scheme,
      theme,
    )
    // Colours in transition belong to neither theme.
    await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== 'running'))
    problems.push(...(await violations(page)).map((problem) => `in the ${theme} theme: ${problem}`))
  }
  return problems
}

export async function expectNoAxeViolations(page: Page): Promise<void> {
  expect(await axeProblems(page), `accessibility of ${page.url()}`).toEqual([])
}

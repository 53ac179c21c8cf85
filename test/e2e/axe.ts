// Accessibility of what a page shows, by axe-core, in both themes.
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

declare global {
  interface Window {
    axe: typeof axe
  }
}

interface Violation {
  readonly id: string
  readonly help: string
  readonly nodes: readonly string[]
}

/** Runs in the page; axe-core is evaluated there first, which the page's content policy lets only a debugger do. */
async function violations(page: Page): Promise<Violation[]> {
  await page.evaluate(axe.source)
  return await page.evaluate(async () => {
    const results = await window.axe.run(document, { resultTypes: ['violations'] })
    return results.violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
    }))
  })
}

export async function expectNoAxeViolations(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForFunction(
      (scheme) => document.documentElement.getAttribute('data-mantine-color-scheme') === scheme,
      colorScheme,
    )
    // Colours on their way from one theme to the other belong to neither.
    await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== 'running'))
    expect(await violations(page), `accessibility in the ${colorScheme} theme of ${page.url()}`).toEqual([])
  }
}

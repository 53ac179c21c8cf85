// Counts what a person presses to get an answer.
import type { Locator, Page } from 'playwright-core'
import { DESK, PHONE } from './harness.ts'

export const SIZES = [
  ['a notebook', DESK],
  ['a phone', PHONE],
] as const

/** Typing is free. */
export function clicker() {
  let clicks = 0
  return {
    click: async (what: Locator) => {
      clicks++
      await what.click()
    },
    clicks: () => clicks,
  }
}

type Click = (what: Locator) => Promise<void>

/** Opens the palette by its button, which a phone has too. */
export async function search(page: Page, click: Click, typed: string, shown: string) {
  await click(page.getByRole('button', { name: 'Buscar' }).first())
  await page.getByPlaceholder(/^Pantalla, mes, orden/).fill(typed)
  await click(page.getByRole('dialog').getByText(shown).first())
}

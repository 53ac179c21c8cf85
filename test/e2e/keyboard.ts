// Keyboard navigation in a page, and the visibility of the focus.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** If there are more stops than this on the way to an element, it counts as unreachable. */
const MAX_STOPS = 90

/** The name of the focused element, and whether an outline, a ring or a field border shows the focus. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement || element instanceof SVGElement) || element === document.body)
      return { name: '', visible: true }
    const labels = element instanceof HTMLInputElement ? element.labels : null
    const name = element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent ?? ''
    const look = () => {
      const { outlineStyle, outlineWidth, boxShadow, borderColor, stroke } = getComputedStyle(element)
      return [outlineStyle === 'none' ? '0px' : outlineWidth, boxShadow, borderColor, stroke].join(' ')
    }
    const withFocus = look()
    element.blur()
    const without = look()
    element.focus({ preventScroll: true })
    return { name: name.trim(), visible: withFocus !== without }
  })

/** Presses the key until the element with this name has the focus, which must be visible at every stop. */
export async function tabTo(page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: string[] = []
  while (passed.length < MAX_STOPS) {
    await page.keyboard.press(key)
    const here = await focused(page)
    expect(here.visible, `the focus on '${here.name}'`).toBe(true)
    if (here.name === name) return
    passed.push(here.name)
  }
  throw new Error(`'${name}' is not reached: ${passed.join(', ')}`)
}

/** Pastes text as the browser does with cells copied from a spreadsheet. */
export const paste = (page: Page, text: string) =>
  page.evaluate((content) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', content)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)

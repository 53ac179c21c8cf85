// What happy-dom lacks and the screens need: boxes with a width, and popovers. Cleans up after each test.
import { configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { closeApp, saveData } from './app.tsx'
import { interceptFetch, resetNetwork } from './network.ts'

// No screen hides elements by style alone here, and checking every ancestor of every element is slow.
configure({
  defaultHidden: true,
  asyncUtilTimeout: 30_000,
  // Errors without the whole page, which takes seconds to print.
  getElementError: (message) => new Error(message ?? ''),
})

const BOX = { x: 0, y: 0, left: 0, top: 0, width: 900, height: 400, right: 900, bottom: 400 }
Element.prototype.getBoundingClientRect = () => ({ ...BOX, toJSON: () => BOX })

// Without style sheets only an element's own style counts; happy-dom would match every rule with every ancestor each time.
window.getComputedStyle = (element) => (element as HTMLElement).style

const OPEN = 'data-popover-open'

function toggle(box: HTMLElement, open: boolean): void {
  if (box.hasAttribute(OPEN) === open) return
  const states = { oldState: open ? 'closed' : 'open', newState: open ? 'open' : 'closed' }
  box.dispatchEvent(Object.assign(new Event('beforetoggle'), states))
  box.toggleAttribute(OPEN, open)
  if (open) box.querySelector<HTMLElement>('[autofocus]')?.focus()
  else document.querySelector<HTMLElement>(`[popovertarget="${box.id}"]`)?.focus()
  setTimeout(() => box.dispatchEvent(Object.assign(new Event('toggle'), states)))
}

HTMLElement.prototype.showPopover = function () {
  toggle(this, true)
}
HTMLElement.prototype.hidePopover = function () {
  toggle(this, false)
}

const onClick = ({ target }: Event) => {
  const id = (target as Element).closest('[popovertarget]')?.getAttribute('popovertarget')
  const box = id ? document.getElementById(id) : null
  if (box) toggle(box, !box.hasAttribute(OPEN))
}
const onKeyDown = ({ key }: KeyboardEvent) => {
  if (key !== 'Escape') return
  for (const box of document.querySelectorAll<HTMLElement>(`[${OPEN}]`)) toggle(box, false)
}

// The document outlives a test file, this module does not.
let restoreFetch: () => void
beforeAll(() => {
  document.addEventListener('click', onClick)
  document.addEventListener('keydown', onKeyDown)
  restoreFetch = interceptFetch()
})
afterAll(() => {
  document.removeEventListener('click', onClick)
  document.removeEventListener('keydown', onKeyDown)
  restoreFetch()
})

const consoleError = vi.spyOn(console, 'error')

beforeEach(() => {
  saveData(true)
  consoleError.mockClear()
})

afterEach(async () => {
  vi.useRealTimers()
  closeApp()
  await resetNetwork()
  localStorage.clear()
  sessionStorage.clear()
  expect(consoleError.mock.calls, 'console errors').toEqual([])
})

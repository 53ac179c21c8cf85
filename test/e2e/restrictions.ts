// What browsers do to pages: they block storage, and translate.
import type { Page } from 'playwright-core'
import { settled } from './harness.ts'
import { SUPER_ADMIN } from './server.ts'

/** By the form, where no session can be stored beforehand. */
export async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Correo electrónico').fill(SUPER_ADMIN.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(SUPER_ADMIN.password)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await page.getByRole('button', { name: /Menú de usuario/ }).waitFor()
  await settled(page)
}

export function blockStorage(): void {
  for (const area of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, area, {
      get: () => {
        throw new DOMException('Access is denied', 'SecurityError')
      },
    })
}

/** What a browser's page translation does: each text moves into an element of its own. */
export function translate(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    if (text.data.trim() === '' || text.parentElement?.closest('svg, script, style')) continue
    const font = document.createElement('font')
    text.replaceWith(font)
    font.append(text.data)
  }
}

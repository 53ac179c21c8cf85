// Leads to what is to be mended in a form that could not be sent. Touches React.
import { flushSync } from 'react-dom'

/** Does what a press asks for; where the form then shows mistakes, the first of them has the focus. */
export function leadToFirstMistake(form: HTMLFormElement | null, act: () => void): void {
  flushSync(act)
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}

import { flushSync } from 'react-dom'

/** Runs a submit action and focuses the first invalid field that it leaves. */
export function focusFirstError(form: HTMLFormElement | null, act: () => void): void {
  flushSync(act)
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}

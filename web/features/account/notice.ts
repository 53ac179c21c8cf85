// A message that one account page leaves for the next: it survives the step, not a reload.
import type { Notice } from './text.ts'

let left: Notice | null = null

export function leaveNotice(notice: Notice): void {
  left = notice
}

/** The message left, once. */
export function takeNotice(): Notice | null {
  const notice = left
  left = null
  return notice
}

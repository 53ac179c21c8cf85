// Whether a press on a link is for the application, or for the browser: a new tab, a download. Touches React's types.
import type { MouseEvent } from 'react'

export const isPlainPress = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

/** Whether a click on a link is for the router; clicks with a modifier key belong to the browser (new tab, download). */
import type { MouseEvent } from 'react'

export const isPlainPress = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

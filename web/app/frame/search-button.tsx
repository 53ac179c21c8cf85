import { IconSearch } from '@tabler/icons-react'
import { openPalette } from '../palette/palette-state.ts'
import { text } from '../text.ts'
import classes from './search-button.module.css'

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)

export const SearchButton = () => (
  <button type="button" className={classes.button} aria-keyshortcuts="Control+K Meta+K" onClick={openPalette}>
    <IconSearch size={16} stroke={1.8} aria-hidden="true" />
    <span className={classes.label}>{text.search}</span>
    <span className={classes.keys}>{isMac ? '⌘K' : 'Ctrl K'}</span>
  </button>
)

// Page footer with help, terms and version.
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { optionOf, useConfig } from '#web/api/config.ts'
import { text } from '../text.ts'
import classes from './page-footer.module.css'

export const PageFooter = memo(function PageFooter() {
  const config = useConfig()
  return (
    <footer className={classes.footer} data-no-print>
      <span>
        {text.version} {__VERSION__}
        {optionOf(config, 'demo') === 'true' ? ` · ${text.demo}` : null}
      </span>
      <nav aria-label="Pie de página" className={classes.links}>
        <Link to="/help" className={classes.link}>
          {text.help}
        </Link>
        <Link to="/terms" className={classes.link}>
          {text.terms}
        </Link>
      </nav>
    </footer>
  )
})

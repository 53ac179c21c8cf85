// Help, terms and the version at the foot of every screen.
import { Link } from '@tanstack/react-router'
import { text } from '../text.ts'
import classes from './page-footer.module.css'

export const PageFooter = () => (
  <footer className={classes.footer} data-no-print>
    <span>
      {text.version} {__VERSION__}
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

// Placeholder for a screen that does not exist yet.
import { IconTools } from '@tabler/icons-react'
import { common } from '#web/text/common.ts'
import classes from './placeholder-page.module.css'

const PlaceholderPage = () => (
  <div className={classes.place}>
    <IconTools size={30} stroke={1.4} aria-hidden="true" />
    <p className={classes.title}>{common.underConstruction}</p>
  </div>
)

export default PlaceholderPage

import { Flex } from '@mantine/core'
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
      <Flex aria-label="Pie de página" component="nav" gap={16}>
        <Link to="/help" className={classes.link}>
          {text.help}
        </Link>
        <Link to="/terms" className={classes.link}>
          {text.terms}
        </Link>
      </Flex>
    </footer>
  )
})

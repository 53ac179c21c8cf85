// Opens the figures of the screen as a question in Explorar, with its month and comparison.
import { IconChartDots3 } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useExploreHref } from '#web/api/screen-question.ts'
import { followLink } from '#web/ui/links.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { text } from '../text.ts'
import classes from './tool-button.module.css'
import { Caption } from './tool-button.tsx'

export function ExploreLink() {
  const router = useRouter()
  const href = useExploreHref()
  if (href === null) return null
  return (
    <Tooltip label={text.explore} below>
      <a
        className={classes.tool}
        href={href}
        aria-label={text.explore}
        onClick={(event) => followLink(event, () => router.navigate({ href }))}
        data-no-print
      >
        <IconChartDots3 size={19} stroke={1.6} aria-hidden />
        <Caption>{text.captions.explore}</Caption>
      </a>
    </Tooltip>
  )
}

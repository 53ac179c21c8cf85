// The heading of a distributor's report: back button, name, and the link to the products sold.
import { Text } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMonth } from '#web/api/month.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { linkLook } from '#web/ui/button.tsx'
import shared from '#web/ui/shared.module.css'
import css from './distributors.module.css'
import { text } from './text.ts'

interface ReportHeadingProps {
  /** Undefined while it loads. */
  name: string | undefined
  id: string
  failed: boolean
  /** Beside the name. */
  actions?: ReactNode
}

export function ReportHeading({ name, id, failed, actions }: ReportHeadingProps) {
  const user = useUser()
  const month = useMonth()
  return (
    <div className={css.heading} data-actions={actions ? '' : undefined}>
      <BackButton />
      <div>
        {failed ? null : (
          <Text className={css.name} fz="1.125rem" fw={600} lh={1.3}>
            {name ?? '\u00a0'}
          </Text>
        )}
        <p className={shared.quiet}>{text.distId(id)}</p>
      </div>
      {failed ? null : actions}
      {!failed && mayUser(user, 'view:products') ? (
        <span className={css.aside} data-no-print>
          <Link
            {...linkLook({ frame: 'bordered' })}
            to="/products-sales-ranking"
            search={{ month, dist: id }}
            aria-label={text.seeProductsOf(name ?? id)}
          >
            {text.seeProducts}
            <IconArrowRight size={14} aria-hidden />
          </Link>
        </span>
      ) : null}
    </div>
  )
}

/** Goes back in the history, or to the list if the report was opened by its address. */
function BackButton() {
  const { history } = useRouter()
  const month = useMonth()
  return (
    <Link
      {...linkLook({ frame: 'bordered', icon: 34 })}
      to="/distributors/distributors-details"
      search={{ month }}
      aria-label={text.back}
      title={text.back}
      data-no-print
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || !history.canGoBack()) return
        event.preventDefault()
        history.back()
      }}
    >
      <IconArrowLeft size={18} aria-hidden />
    </Link>
  )
}

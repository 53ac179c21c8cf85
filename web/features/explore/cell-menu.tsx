// Menu of a value of a dimension: keep it, exclude it, look inside, open its orders.
import {
  IconArrowsSplit2,
  IconBell,
  IconFilter,
  IconFilterOff,
  IconHelpCircle,
  IconReceipt,
  type TablerIcon,
} from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type DimensionKey, dimensionOf } from '#contract/questions/dimensions.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import type { Answered } from '#web/shared/questions/answers.ts'
import { useWhyHref } from '#web/shared/why/why.tsx'
import { keyIn, type Row, whyOf } from '#web/shared/why/why-of.ts'
import { Dropdown } from '#web/ui/dropdown.tsx'
import { followLink } from '#web/ui/links.tsx'
import { hrefOf } from './address.ts'
import css from './cell-menu.module.css'
import { deeper, insideOf, withValue } from './edits.ts'
import { maySplit, misfit } from './fields.ts'
import { ordersBehind } from './rows-behind.ts'
import { text } from './text.ts'
import { alertHref } from './watch-links.ts'

interface CellMenuProps {
  answered: Answered
  row: Row
  dimension: DimensionKey
}

export function CellMenu({ answered, row, dimension }: CellMenuProps) {
  const { label } = keyIn(row, dimension)
  return (
    <Dropdown
      label={text.actionsOf(label)}
      role="menu"
      button={(opener) => (
        <button type="button" {...opener} className={css.cell} title={text.actionsOf(label)}>
          {label}
        </button>
      )}
    >
      {(close) => <Actions answered={answered} row={row} dimension={dimension} onDone={close} />}
    </Dropdown>
  )
}

interface Action {
  readonly icon: TablerIcon
  readonly label: string
  readonly href: string
}

function useActions({ answered, row, dimension }: CellMenuProps): Action[] {
  const user = useUser()
  const { question } = answered
  const { key, label } = keyIn(row, dimension)
  const isOffered = (inside: DimensionKey) =>
    misfit(question, inside) === null && maySplit(inside, (permission) => mayUser(user, permission))
  const [measure] = question.measures
  const why = useWhyHref()(measure && whyOf(question, answered.meta, row, measure))
  const alert = alertHref(answered, row)
  const orders = mayUser(user, 'view:orders') ? ordersBehind(answered, row) : null
  return [
    { icon: IconFilter, label: text.only(label), href: hrefOf(withValue(question, dimension, key, false)) },
    {
      icon: IconFilterOff,
      label: text.without(label),
      href: hrefOf(withValue(question, dimension, key, true)),
    },
    ...insideOf(question, dimension, isOffered).map((inside) => ({
      icon: IconArrowsSplit2,
      label: text.deeper(dimensionOf(inside).title),
      href: hrefOf(deeper(question, dimension, key, inside)),
    })),
    ...(orders ? [{ icon: IconReceipt, label: text.seeOrders, href: orders }] : []),
    ...(why ? [{ icon: IconHelpCircle, label: text.why, href: why }] : []),
    ...(alert ? [{ icon: IconBell, label: text.alert, href: alert }] : []),
  ]
}

function Actions({ onDone, ...cell }: CellMenuProps & { onDone: () => void }) {
  const router = useRouter()
  const actions = useActions(cell)
  return (
    <>
      {actions.map(({ icon: Icon, label, href }) => (
        <a
          key={label}
          role="menuitem"
          className={css.item}
          href={href}
          onClick={(event) =>
            followLink(event, () => {
              onDone()
              return router.navigate({ href })
            })
          }
        >
          <Icon size={15} stroke={1.7} aria-hidden />
          {label}
        </a>
      ))}
    </>
  )
}

// Notice on every screen while the connected shop cannot be read: since when the figures are not current.
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { optionOf, useConfig, useFreshConfig } from '#web/api/config.ts'
import { dateTime } from '#web/text/format.ts'
import { LastLook } from '#web/ui/data-age.ts'
import { text } from '../text.ts'
import classes from './running-month.module.css'

/** Panels show the age of the last look at the shop, which may find no change for hours. */
export const LastShopReading = ({ children }: { children: ReactNode }) => (
  <LastLook value={optionOf(useConfig(), 'shop_read_at')}>{children}</LastLook>
)

export function ShopLate() {
  const config = useFreshConfig()
  const readAt = optionOf(config, 'shop_read_at')
  const isLate = readAt !== null && optionOf(config, 'shop_late') === 'true'
  return (
    <div role="status">
      {isLate ? (
        <p className={classes.running} data-warning>
          <IconAlertTriangle size={16} aria-hidden />
          <span>{text.shopLate(dateTime(readAt))}</span>
        </p>
      ) : null}
    </div>
  )
}

// A business by its name and its colour. Touches ui and this feature.
import { businessColor } from '#web/ui/palette.ts'
import css from './products.module.css'

export const BusinessName = ({ name }: { name: string }) => (
  <span className={css.named}>
    <span className={css.dot} style={{ background: businessColor(name) }} />
    {name}
  </span>
)

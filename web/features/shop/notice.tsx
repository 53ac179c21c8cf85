// Boxes that ask for care or tell a failure. Touches this feature.
import css from './shop.module.css'

/** Something to know before going on. */
export const Caution = ({ children }: { children: React.ReactNode }) => (
  <div className={css.caution}>{children}</div>
)

/** A call that failed. */
export const Failure = ({ children }: { children: string }) => (
  <p className={css.failure} role="alert">
    {children}
  </p>
)

// How panels stand on a page: one below the other, cards in a grid, halves side by side. Touches React only.
import type { ReactNode } from 'react'
import css from './page.module.css'

export const Page = ({ children }: { children: ReactNode }) => <div className={css.page}>{children}</div>

export const Cards = ({ children }: { children: ReactNode }) => <div className={css.cards}>{children}</div>

export const FourCards = ({ children }: { children: ReactNode }) => <div className={css.four}>{children}</div>

export const Halves = ({ children }: { children: ReactNode }) => <div className={css.halves}>{children}</div>

/** Side by side on large screens alone. */
export const Pair = ({ children }: { children: ReactNode }) => <div className={css.pair}>{children}</div>

// Layouts of a page: panels in a column, cards in grids, halves side by side.
import type { ReactNode } from 'react'
import css from './page.module.css'

export const Page = ({ children }: { children: ReactNode }) => <div className={css.page}>{children}</div>

export const Cards = ({ children }: { children: ReactNode }) => <div className={css.cards}>{children}</div>

export const FourCards = ({ children }: { children: ReactNode }) => <div className={css.four}>{children}</div>

export const Halves = ({ children }: { children: ReactNode }) => <div className={css.halves}>{children}</div>

/** Side by side only on large screens. */
export const Pair = ({ children }: { children: ReactNode }) => <div className={css.pair}>{children}</div>

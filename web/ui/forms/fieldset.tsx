// A group of choices under a legend, in columns where there is room.
import type { ReactNode } from 'react'
import css from './fieldset.module.css'

export const Fieldset = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset className={css.fieldset}>
    <legend>{legend}</legend>
    {children}
  </fieldset>
)

// The parts of a whole as a chart shows them: each part is a button that selects it.
import type { ReactNode } from 'react'
import { useRoving } from './use-roving.ts'

export interface Slice {
  key: string
  label: string
  value: number
  color: string
}

export interface SlicesProps {
  label: string
  slices: readonly Slice[]
  format: (value: number) => string
  selected: string | null
  /** Called with null when the selected slice is clicked again. */
  onSelect: (key: string | null) => void
  /** What is selected. */
  children: ReactNode
}

/** `pick` selects the slice at an index, or nothing if it is selected; `roving` gives the props of its element. */
export function useSlicePick({
  slices,
  selected,
  onSelect,
}: Pick<SlicesProps, 'slices' | 'selected' | 'onSelect'>) {
  const start = slices.findIndex((slice) => slice.key === selected)
  const pick = (index: number) => {
    const key = slices[index]?.key ?? null
    onSelect(key === selected ? null : key)
  }
  return { pick, roving: useRoving(slices.length, Math.max(0, start), pick) }
}

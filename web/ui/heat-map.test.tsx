// A heat map whose rows may have one name.
import { MantineProvider } from '@mantine/core'
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { HeatMap } from './heat-map.tsx'

const COLUMNS = ['A', 'B']

const mapOf = (rows: readonly string[]) => (
  <MantineProvider env="test">
    <HeatMap
      label="Venta"
      rows={rows}
      columns={COLUMNS}
      format={String}
      cells={rows.flatMap((row, index) =>
        COLUMNS.map((column) => ({ row, column, value: index, words: `${index}` })),
      )}
    />
  </MantineProvider>
)

it('keeps no cell of the rows before', () => {
  const { container, rerender } = render(mapOf(['Lanús', 'Lanús', 'Sur']))
  rerender(mapOf(['Norte', 'Sur']))
  const cells = [...container.querySelectorAll('[aria-label*=":"]')].map((cell) =>
    cell.getAttribute('aria-label'),
  )
  expect(cells).toEqual(['Norte, A: 0', 'Norte, B: 0', 'Sur, A: 1', 'Sur, B: 1'])
})

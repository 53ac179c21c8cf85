// A panel with a chart that can also be read as a table and kept as a picture. Touches React, Mantine and this room.
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconChartLine, IconPhotoDown, IconTable } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { savePng } from './export-png.ts'
import { AsyncPanel, type AsyncPanelProps } from './panel.tsx'
import { text } from './text.ts'
import { type PlainTable, ViewAsTable } from './view-as-table.tsx'

interface ChartPanelProps<T, Row extends object> extends AsyncPanelProps<T> {
  /** The chart's figures as rows. */
  table: (data: T) => PlainTable<Row>
  /** Name of the picture's file, without its ending. */
  file: string
}

export function ChartPanel<T, Row extends object>({
  table,
  file,
  actions,
  children,
  ...panel
}: ChartPanelProps<T, Row>) {
  const [asTable, setAsTable] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  const keepPicture = () => {
    const svg = content.current?.querySelector<SVGSVGElement>('svg[data-chart]')
    if (svg) void savePng(svg, panel.title, file)
  }
  const label = asTable ? text.asChart : text.asTable
  return (
    <AsyncPanel
      {...panel}
      actions={(data) => (
        <>
          {actions?.(data)}
          <Tooltip label={label}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={label}
              onClick={() => setAsTable(!asTable)}
            >
              {asTable ? <IconChartLine size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
            </ActionIcon>
          </Tooltip>
          {asTable ? null : (
            <Tooltip label={text.image}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={28}
                aria-label={text.image}
                onClick={keepPicture}
              >
                <IconPhotoDown size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
        </>
      )}
    >
      {(data) =>
        asTable ? (
          <ViewAsTable caption={panel.title} height={panel.height} {...table(data)} />
        ) : (
          <div ref={content}>{children(data)}</div>
        )
      }
    </AsyncPanel>
  )
}

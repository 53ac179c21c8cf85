// A panel with a chart that can also be shown as a table and downloaded as an image.
import { IconChartLine, IconPhotoDown, IconTable } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { usePictureOf } from './coverage.ts'
import { AsyncPanel, type AsyncPanelProps } from './page.tsx'
import { text } from './text.ts'
import { type PlainTable, ViewAsTable } from './view-as-table.tsx'

interface ChartPanelProps<T, Row extends object> extends Omit<AsyncPanelProps<T>, 'actions'> {
  /** Before those of every chart. */
  actions?: ReactNode
  /** The chart's figures as rows; omitted where the panel already shows them as a table. */
  table?: (data: T) => PlainTable<Row>
  /** File name of the image, without extension. */
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
  const pictureOf = usePictureOf()
  const downloadImage = async () => {
    // Rarely used, so loaded on demand.
    const { savePng } = await import('./export-png.ts')
    const note = typeof panel.subtitle === 'string' ? panel.subtitle : ''
    const picture = pictureOf(note, file)
    if (content.current)
      await savePng(content.current, { title: panel.title, note: picture.note }, picture.name)
  }
  return (
    <AsyncPanel
      {...panel}
      actions={
        <>
          {actions}
          {table ? (
            <IconButton
              tip
              label={asTable ? text.asChart : text.asTable}
              onClick={() => setAsTable(!asTable)}
            >
              {asTable ? <IconChartLine size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
            </IconButton>
          ) : null}
          {asTable ? null : (
            <IconButton tip label={text.image} onClick={() => void downloadImage()}>
              <IconPhotoDown size={16} aria-hidden />
            </IconButton>
          )}
        </>
      }
    >
      {(data) =>
        asTable && table ? (
          <ViewAsTable caption={panel.title} height={panel.height} {...table(data)} />
        ) : (
          <div ref={content}>{children(data)}</div>
        )
      }
    </AsyncPanel>
  )
}

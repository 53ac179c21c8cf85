// Progress of long work: a bar on a terminal, plain lines elsewhere.
import { Presets, SingleBar } from 'cli-progress'

export interface Progress {
  /** Starts a step and ends the previous one; without a total it counts up. */
  start(label: string, total?: number): void
  advance(count: number): void
  done(): void
}

export const silentProgress: Progress = { start() {}, advance() {}, done() {} }

/** Bars on a terminal; for a log or a pipe a line per step and per tenth of it. */
export function progressOn(stream: NodeJS.WriteStream = process.stderr): Progress {
  return stream.isTTY && !process.env.CI ? bars(stream) : lines((text) => stream.write(`${text}\n`))
}

/** Plain lines, for logs and pipes. */
export function lines(write: (line: string) => void): Progress {
  let label = ''
  let total: number | undefined
  let count = 0
  let said = 0
  const end = () => {
    if (label) write(`${label}: ${format(count)}`)
    label = ''
  }
  return {
    start(next, of) {
      end()
      label = next
      total = of
      count = 0
      said = 0
    },
    advance(more) {
      count += more
      const tenth = total ? Math.floor((count * 10) / total) : Math.floor(count / 100_000)
      if (tenth > said && (total === undefined || count < total)) {
        said = tenth
        write(total ? `${label}: ${format(count)} de ${format(total)}` : `${label}: ${format(count)}`)
      }
    },
    done: end,
  }
}

function bars(stream: NodeJS.WriteStream): Progress {
  let bar: SingleBar | undefined
  const end = () => {
    bar?.stop()
    bar = undefined
  }
  return {
    start(label, total) {
      end()
      const known = total !== undefined
      const shape = known ? ' {bar} {percentage} %  {value} de {total}' : ' {value}'
      bar = new SingleBar(
        {
          stream,
          format: `${label.padEnd(24)}${shape}`,
          formatValue: (value, _options, type) =>
            type === 'value' || type === 'total' ? format(value) : String(value),
          hideCursor: true,
          etaBuffer: 20,
        },
        Presets.shades_classic,
      )
      bar.start(total ?? 0, 0)
    },
    advance: (more) => bar?.increment(more),
    done: end,
  }
}

const format = (count: number): string => count.toLocaleString('es-AR')

// Says how far a run of tests is and at most how long it still takes: one line on a terminal, a line every half minute elsewhere.
import type { Reporter } from 'vitest/node'

const clock = (ms: number) =>
  `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`

export default class ProgressReporter implements Reporter {
  #began = 0
  #files = 0
  #finishedFiles = 0
  #finishedTests = 0
  #timer: NodeJS.Timeout | undefined
  readonly #isTerminal = process.stdout.isTTY === true

  onTestRunStart(files: readonly unknown[]): void {
    this.#began = Date.now()
    this.#files = files.length
    this.#timer = setInterval(() => this.#say(), this.#isTerminal ? 1000 : 30_000)
  }

  onTestModuleEnd(): void {
    this.#finishedFiles += 1
  }

  onTestCaseResult(): void {
    this.#finishedTests += 1
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer)
    if (this.#isTerminal) process.stdout.write('\r\x1b[2K')
  }

  #say(): void {
    const ms = Date.now() - this.#began
    // The slowest files run first: before a quarter of them is done, nothing can be said of the rest.
    const isKnown = this.#finishedFiles * 4 >= this.#files
    const left = (ms / this.#finishedFiles) * (this.#files - this.#finishedFiles)
    const rest = isKnown ? `, at most ${clock(left)} left` : ''
    const line = `${this.#finishedFiles} of ${this.#files} files, ${this.#finishedTests} tests, ${clock(ms)}${rest}`
    process.stdout.write(this.#isTerminal ? `\r\x1b[2K${line}` : `${line}\n`)
  }
}

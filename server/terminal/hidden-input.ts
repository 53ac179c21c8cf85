import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

export interface HiddenInput {
  ask(question: string): Promise<string>
  close(): void
}

/** Does not echo answers in a terminal. From a pipe, each question reads one line. */
export function hiddenInput(): HiddenInput {
  let echo = true
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (echo) process.stderr.write(chunk)
      done()
    },
  })
  const terminal = process.stdin.isTTY === true
  const input = createInterface({ input: process.stdin, output, terminal })
  const piped = terminal ? undefined : input[Symbol.asyncIterator]()
  return {
    async ask(question) {
      if (piped) return (await piped.next()).value?.trim() ?? ''
      const answer = input.question(question)
      echo = false
      try {
        return (await answer).trim()
      } finally {
        echo = true
        process.stderr.write('\n')
      }
    },
    close: () => input.close(),
  }
}

// Asks a person for something that must not be seen or kept in a shell's history. Room server root.
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

export interface HiddenInput {
  ask(question: string): Promise<string>
  close(): void
}

/** On a terminal nothing of the answer shows; from a pipe each question takes a line. */
export function hiddenInput(): HiddenInput {
  let shown = true
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (shown) process.stderr.write(chunk)
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
      shown = false
      try {
        return (await answer).trim()
      } finally {
        shown = true
        process.stderr.write('\n')
      }
    },
    close: () => input.close(),
  }
}

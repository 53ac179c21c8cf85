// A move in a process that a test can kill; prints a line per transaction.
import { moveDatabase } from '#server/copies/move.ts'

const [from, to, rowsPerTransaction] = process.argv.slice(2).map((text) => JSON.parse(text))
await moveDatabase(from, to, {
  rowsPerTransaction,
  onStep: (step) => console.log(step),
  onRows: () => console.log('rows'),
})

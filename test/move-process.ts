// A move as a process that a test can kill: small transactions, and a line for each.
import { moveDatabase } from '#server/copies/move.ts'

const [from, to] = process.argv.slice(2).map((text) => JSON.parse(text))
await moveDatabase(from, to, {
  rowsPerTransaction: 300,
  onStep: (step) => console.log(step),
  onRows: () => console.log('rows'),
})

// Clients that repeat at once, whatever the answer, apart from the process that measures. Reads its orders from stdin and prints
// what became of the calls.
import { json } from 'node:stream/consumers'
import { Client } from './client.ts'
import { GIVE_UP_MS, type Hammered, type HammerOrders, pathsOf } from './overload-clients.ts'

const { place, clients, seconds } = (await json(process.stdin)) as HammerOrders
const pathOfTurn = pathsOf(place)
const until = performance.now() + seconds * 1000
const tally: Hammered = { answered: 0, refused: 0, failed: 0 }
let turn = 0

async function hammer(): Promise<void> {
  const client = new Client(place.port, place.token)
  while (performance.now() < until) {
    const status = await client.get(pathOfTurn(turn++), AbortSignal.timeout(GIVE_UP_MS)).then(
      (answer) => answer.status,
      () => 0,
    )
    if (performance.now() > until) break
    if (status === 200) tally.answered++
    else if (status === 503) tally.refused++
    else tally.failed++
  }
  client.close()
}

await Promise.all(Array.from({ length: clients }, hammer))
console.log(JSON.stringify(tally))
process.exit(0)

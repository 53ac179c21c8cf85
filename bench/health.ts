// A thread that asks for the health of a server ten times a second until it is told to stop, apart from the clients, whose own
// work would delay it. Then it posts the milliseconds of each answer, NaN for a failure.
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { Client } from './client.ts'

const { port, token } = workerData as { port: number; token: string }
const client = new Client(port, token)
const samples: number[] = []
let isAsking = true
parentPort?.once('message', () => {
  isAsking = false
})
while (isAsking) {
  const { status, milliseconds } = await client.get('/api/health')
  samples.push(status === 200 ? milliseconds : Number.NaN)
  await pause(100)
}
client.close()
parentPort?.postMessage(samples)

// A thread that asks for the health of a server until it is told to stop, apart from the clients, whose own work would delay it.
// At 'take' and at the end it posts the milliseconds of each answer since the last time, NaN for a failure.
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { Client } from './client.ts'

const { port, token, every = 100 } = workerData as { port: number; token: string; every?: number }
const client = new Client(port, token)
let samples: number[] = []
let isAsking = true
const post = () => {
  parentPort?.postMessage(samples)
  samples = []
}
let isWanted = false
parentPort?.on('message', (word) => {
  isWanted = true
  isAsking = word !== 'stop'
})
while (isAsking) {
  const { status, milliseconds } = await client.get('/api/health')
  samples.push(status === 200 ? milliseconds : Number.NaN)
  if (isWanted && isAsking) {
    isWanted = false
    post()
  }
  await pause(every)
}
client.close()
post()
parentPort?.close()

// Runs identical concurrent work once. It is cancelled when the last of its callers has left.
import { withSignal } from '#server/store/cancellation.ts'
import { cancelled } from '#server/store/errors.ts'

export interface SingleFlight<T> {
  /** `key` and `version` identify the work; `signal` aborts when the caller leaves. */
  run(
    key: string,
    version: object,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T>
}

interface Flight<T> {
  readonly version: object
  readonly controller: AbortController
  readonly result: Promise<T>
  callers: number
}

export function singleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Flight<T>>()
  const depart = (key: string, version: object, work: (signal: AbortSignal) => Promise<T>) => {
    const controller = new AbortController()
    const { signal } = controller
    const result = withSignal(signal, () => work(signal)).finally(() => {
      if (flights.get(key) === flight) flights.delete(key)
    })
    const flight: Flight<T> = { version, controller, result, callers: 0 }
    flights.set(key, flight)
    return flight
  }
  return {
    async run(key, version, signal, work) {
      if (signal.aborted) throw cancelled()
      const running = flights.get(key)
      const flight = running?.version === version ? running : depart(key, version, work)
      flight.callers++
      const leave = () => {
        flight.callers--
        if (flight.callers > 0) return
        if (flights.get(key) === flight) flights.delete(key)
        flight.controller.abort()
      }
      signal.addEventListener('abort', leave)
      try {
        return await flight.result
      } finally {
        signal.removeEventListener('abort', leave)
      }
    },
  }
}

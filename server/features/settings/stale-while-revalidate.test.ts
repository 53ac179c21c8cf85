import { expect, test } from 'vitest'
import { staleWhileRevalidate } from './stale-while-revalidate.ts'

/** Runs that end when the test releases them. */
function controlledRuns() {
  const runs: { resolve: (value: string) => void; reject: (error: Error) => void }[] = []
  return { runs, run: () => new Promise<string>((resolve, reject) => runs.push({ resolve, reject })) }
}

test('answers with the last result while the next run is in progress', async () => {
  const { runs, run } = controlledRuns()
  const read = staleWhileRevalidate(Number.POSITIVE_INFINITY, run)
  const first = read()
  runs[0]?.resolve('one')
  expect(await first).toBe('one')
  expect(await read()).toBe('one')
  expect(runs).toHaveLength(2)
  runs[1]?.resolve('two')
  await new Promise(setImmediate)
  expect(await read()).toBe('two')
})

test('waits for a run when the last result is too old, one run at a time', async () => {
  const { runs, run } = controlledRuns()
  const read = staleWhileRevalidate(0, run)
  const first = read()
  runs[0]?.resolve('one')
  await first
  const callers = [read(), read()]
  expect(runs).toHaveLength(2)
  runs[1]?.resolve('two')
  expect(await Promise.all(callers)).toEqual(['two', 'two'])
})

test('forgets the last result when a run fails', async () => {
  const { runs, run } = controlledRuns()
  const read = staleWhileRevalidate(Number.POSITIVE_INFINITY, run)
  const first = read()
  runs[0]?.resolve('one')
  await first
  await read()
  runs[1]?.reject(new Error('away'))
  await new Promise(setImmediate)
  const next = read()
  runs[2]?.reject(new Error('still away'))
  await expect(next).rejects.toThrow('still away')
})

// Evaluates alerts once a minute; reads figures only after data changed, a day or hour closed, or a snooze ended.
import { type EvaluationDeps, evaluateAlerts } from './evaluate.ts'

export interface AlertWatcher extends Pick<EvaluationDeps, 'knownUntil' | 'isConnected'> {
  /** Evaluates now; a call during an evaluation waits for the next one. */
  evaluate(): Promise<void>
  /** Requests an evaluation, after an alert was saved. */
  soon(): void
  start(): void
  /** Waits for the running evaluation. */
  stop(): Promise<void>
}

const LOOK_MS = 5000
const PAUSE_MS = 60_000

export function alertWatcher(deps: EvaluationDeps): AlertWatcher {
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let evaluatedAt = 0
  let isUrgent = false

  const evaluate = () => {
    running = running.then(() => evaluateAlerts(deps)).catch(deps.onError)
    return running
  }

  async function look(): Promise<void> {
    const now = deps.now()
    if (!isUrgent && now.getTime() - evaluatedAt < PAUSE_MS) return
    isUrgent = false
    evaluatedAt = now.getTime()
    await evaluate()
  }

  const schedule = () => {
    timer = setTimeout(async () => {
      await look().catch(deps.onError)
      if (timer) schedule()
    }, LOOK_MS).unref()
  }

  return {
    evaluate,
    knownUntil: deps.knownUntil,
    isConnected: deps.isConnected,
    soon: () => {
      isUrgent = true
    },
    start: schedule,
    async stop() {
      clearTimeout(timer)
      timer = undefined
      await running
    },
  }
}

// Processor time of servers with child processes, from Linux.
import { readFileSync } from 'node:fs'

/** CPU seconds that each server and its child processes spend on the work. */
export async function processorTime(
  pids: readonly number[],
  work: () => Promise<unknown>,
): Promise<number[]> {
  const before = pids.map(spentBy)
  await work()
  return pids.map((pid, index) => spentBy(pid) - (before[index] ?? 0))
}

const TICKS_PER_SECOND = 100
const NANOSECONDS_PER_SECOND = 1e9

function spentBy(server: number): number {
  for (;;) {
    try {
      const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8')
        .split(' ')
        .filter(Boolean)
      // Reads the ended children first. If a child ends in between, its time is missing from this sum; the other order would
      // count it twice.
      const ended = ofEndedChildren(server)
      return [String(server), ...children].reduce((sum, pid) => sum + ofProcess(pid), ended)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && /^(ENOENT|ESRCH)$/.test(String(error.code))))
        throw error
    }
  }
}

/** To the nanosecond, unlike the ticks of `stat`, in which a short statement counts as nothing or twice. */
function ofProcess(pid: string): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / NANOSECONDS_PER_SECOND
}

function ofEndedChildren(server: number): number {
  const stat = readFileSync(`/proc/${server}/stat`, 'utf8')
  const [cutime, cstime] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15)
  return (Number(cutime) + Number(cstime)) / TICKS_PER_SECOND
}

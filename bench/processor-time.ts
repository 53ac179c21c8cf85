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

function spentBy(server: number): number {
  for (;;) {
    try {
      const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').trim().split(' ')
      // Reads the server first. If a child ends in between, its time is missing from this sum; the other order would count
      // it twice.
      return [String(server), ...children].reduce((sum, pid) => sum + ticksOf(pid), 0) / TICKS_PER_SECOND
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && /^(ENOENT|ESRCH)$/.test(String(error.code))))
        throw error
    }
  }
}

/** Of the process, and of those of its children that have ended. */
function ticksOf(pid: string): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [utime, stime, cutime, cstime] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
  return Number(utime) + Number(stime) + Number(cutime) + Number(cstime)
}

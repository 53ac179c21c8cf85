// A node of a Citus cluster that has stopped keeps its connections but answers nothing: statements would wait until it returns.
import { StoreError } from './errors.ts'
import { type Sql, sql } from './sql.ts'

/** Milliseconds that a statement may take before the nodes are asked, and that they have to answer. */
export const PATIENCE = 5_000

export const nodesAnswer: Sql = sql`
  select coalesce(bool_and(citus_check_connection_to_node(node_name, node_port::integer)), true) as answer
  from citus_get_active_worker_nodes()`

type Interruptible<T> = (signal: AbortSignal) => Promise<T>

/** Runs reads whose signal aborts once `check` finds that a node does not answer; they then fail with 'unreachable'. */
export function watchNodes(check: () => Promise<boolean>) {
  let checking: Promise<boolean> | undefined
  const answer = () => {
    checking ??= check()
      .catch(() => false)
      .finally(() => {
        checking = undefined
      })
    return checking
  }
  return async <T>(signal: AbortSignal | undefined, work: Interruptible<T>): Promise<T> => {
    const silence = new AbortController()
    const look = async () => {
      if (!(await answer())) silence.abort()
    }
    const timer = setInterval(() => void look(), PATIENCE)
    try {
      return await work(AbortSignal.any([silence.signal, ...(signal ? [signal] : [])]))
    } catch (error) {
      if (!silence.signal.aborted) throw error
      throw new StoreError('unreachable', 'un nodo del cluster de Citus no contesta', error)
    } finally {
      clearInterval(timer)
    }
  }
}

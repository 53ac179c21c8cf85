// Databases of a Citus cluster; `nodes` are addresses of its servers, the coordinator first.
import pg from 'pg'

/** Creates the database on every node; that of the coordinator is a copy of `template`. */
export async function createDatabases(
  nodes: readonly string[],
  name: string,
  template = 'template0',
): Promise<void> {
  for (const [index, node] of nodes.entries())
    await onNode(
      node,
      `create database ${name} template ${index === 0 ? template : 'template0'} encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`,
    )
}

/** Joins the databases of this name to a cluster. */
export async function joinNodes(nodes: readonly string[], name: string): Promise<void> {
  const [coordinator = '', ...workers] = nodes.map((node) => addressIn(node, name))
  for (const node of [coordinator, ...workers]) await onNode(node, 'create extension citus')
  const placed = (address: string) => `'${new URL(address).hostname}', ${new URL(address).port}`
  await onNode(coordinator, `select citus_set_coordinator_host(${placed(coordinator)})`)
  for (const worker of workers) await onNode(coordinator, `select citus_add_node(${placed(worker)})`)
}

export async function onNode(address: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

export function addressIn(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

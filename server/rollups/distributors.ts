// Distributors as people read them. Room rollups: may import contract, domain and store.
import { NO_DISTRIBUTOR } from '#server/domain/facts.ts'
import { sql } from '#server/store/sql.ts'

/** The newest name in `distributors d`, joined to the left by the row's dist_id; '0' is not among them. */
export const distName = sql`coalesce(d.name, ${NO_DISTRIBUTOR.name}) as dist_name`

// Roles of accounts as people read them. Room rollups: may import store and domain.
import { type Sql, sql } from '#server/store/sql.ts'

/** The company's label, else the role's own name with a capital: 'customer' is read as Customer. */
export const roleLabel = sql`
  case when c.company <> '' then c.company else upper(substr(c.role, 1, 1)) || substr(c.role, 2) end`

/** Accounts `c` of a role, asked by its own name or its label. */
export const hasRole = (role: string): Sql => sql`(c.role = ${role} or ${roleLabel} = ${role})`

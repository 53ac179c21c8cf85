// Permissions of roles. Every call requires one of them; roles are rows that list permissions.

export const PERMISSIONS = [
  'view:scorecard',
  'view:products',
  'view:distributors',
  'view:customers',
  'view:orders',
  'view:benefits',
  'view:reports',
  'view:costs',
  'goals',
  'export',
  'personal-data',
  'share',
  'notes',
  'import:files',
  'settings',
] as const

/** What a new role or token sees unless something else is chosen: what goods cost is given on purpose. */
export const USUAL_VIEWS = PERMISSIONS.filter(
  (permission) => permission.startsWith('view:') && permission !== 'view:costs',
)

export type Permission = (typeof PERMISSIONS)[number]

/** `public`: anyone; `session`: any signed-in account; otherwise the permission the account's role must hold. */
export type Access = 'public' | 'session' | Permission

/** What an API token may be given: reading, and files of orders; never changing settings, accounts or roles. */
export const API_TOKEN_PERMISSIONS = PERMISSIONS.filter(
  (permission) =>
    permission.startsWith('view:') ||
    permission === 'export' ||
    permission === 'personal-data' ||
    permission === 'import:files',
)

/** Equal for spellings of one name: 'superAdmin', ' SUPERADMIN ', or with full-width letters. */
const roleKey = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Mn}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** Names that look alike would be confused when a role is assigned. */
export const sameRoleName = (one: string, other: string): boolean => roleKey(one) === roleKey(other)

export const SUPER_ADMIN = 'superAdmin'
const ADMIN = 'admin'

/** The two roles that always exist and can be neither edited nor deleted. */
export const BUILT_IN_ROLES: Record<string, readonly Permission[]> = {
  [SUPER_ADMIN]: PERMISSIONS,
  [ADMIN]: PERMISSIONS.filter((permission) => permission !== 'settings' && permission !== 'import:files'),
}

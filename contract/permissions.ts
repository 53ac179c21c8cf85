// Permissions of roles. Every call requires one of them; roles are rows that list permissions.

export const PERMISSIONS = [
  'view:scorecard',
  'view:products',
  'view:distributors',
  'view:customers',
  'view:orders',
  'view:benefits',
  'view:reports',
  'export',
  'personal-data',
  'settings',
] as const

export type Permission = (typeof PERMISSIONS)[number]

/** `public`: anyone; `session`: any signed-in account; otherwise the permission the account's role must hold. */
export type Access = 'public' | 'session' | Permission

export const SUPER_ADMIN = 'superAdmin'
const ADMIN = 'admin'

/** The two roles that always exist and can be neither edited nor deleted. */
export const BUILT_IN_ROLES: Record<string, readonly Permission[]> = {
  [SUPER_ADMIN]: PERMISSIONS,
  [ADMIN]: PERMISSIONS.filter((permission) => permission !== 'settings'),
}

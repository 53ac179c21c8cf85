// Roles of the demo shop's accounts: companies with an agreement, wholesalers, everybody else.
// Touches nothing.

export interface Role {
  readonly role: string
  /** Label of the company, also its coupons' sub-group; '' when the role is none. */
  readonly company: string
  /** Accounts of this role among fifty. */
  readonly share: number
  /** Prefix of the company's coupons, and the percent they take off. */
  readonly coupon: string
  readonly percent: number
}

const company = (role: string, label: string, share: number, percent: number): Role => ({
  role,
  company: label,
  share,
  coupon: role.replaceAll('_', '-'),
  percent,
})

export const ROLES: readonly Role[] = [
  { role: 'customer', company: '', share: 36, coupon: '', percent: 0 },
  { role: 'mayorista', company: '', share: 2, coupon: '', percent: 0 },
  company('empleado_arcor', 'Empleado Arcor', 4, 25),
  company('empleado_serranito', 'Empleado Serranito', 2, 22),
  company('empleado_molino_del_alba', 'Empleado Molino Del Alba', 1, 20),
  company('empleado_logistica_sur', 'Empleado Logistica Sur', 1, 20),
  company('convenio_salud_plena', 'Convenio Salud Plena', 2, 15),
  company('convenio_banco_andino', 'Convenio Banco Andino', 1, 12),
  company('jubilado_arcor', 'Jubilado Arcor', 1, 18),
]

export const SLOTS = 50

export interface Role {
  readonly role: string
  /** Label of the company, also the sub-group of its coupons; '' for other roles. */
  readonly company: string
  /** Accounts with this role among fifty. */
  readonly accounts: number
  /** Relative number of orders, among those from employees and wholesalers. */
  readonly orders: number
  /** Percent off with the company's general coupon. */
  readonly percent: number
}

const role = (role: string, company: string, accounts: number, orders: number, percent: number): Role => ({
  role,
  company,
  accounts,
  orders,
  percent,
})

export const CUSTOMER = role('customer', '', 36, 0, 0)
export const WHOLESALER = role('mayorista', '', 2, 0.8, 0)

export const ROLES: readonly Role[] = [
  CUSTOMER,
  WHOLESALER,
  role('empleado_arcor', 'Empleado Arcor', 4, 6, 25),
  role('empleado_serranito', 'Empleado Serranito', 2, 3, 22),
  role('empleado_molino_del_alba', 'Empleado Molino Del Alba', 1, 1.6, 20),
  role('empleado_logistica_sur', 'Empleado Logistica Sur', 1, 1.4, 20),
  role('convenio_salud_plena', 'Convenio Salud Plena', 2, 2.2, 15),
  role('convenio_banco_andino', 'Convenio Banco Andino', 1, 1.2, 12),
  role('jubilado_arcor', 'Jubilado Arcor', 1, 1, 18),
]

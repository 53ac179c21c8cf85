// Every call of the product in one list; server, description, typed client and tests all read it. A new call is a line here.
import { confirmPassword, login, logout, me, refresh, register, resetPassword, signUp } from './account.ts'
import { distributorSells, distributorsList, distributorsSells, resume } from './distributors.ts'
import type { Endpoint } from './endpoint.ts'
import { mainPage, mainPageCharts } from './scorecard.ts'
import { config, configRoles, health } from './settings.ts'

export const endpoints = [
  register,
  login,
  refresh,
  logout,
  me,
  signUp,
  resetPassword,
  confirmPassword,
  config,
  configRoles,
  health,
  resume,
  distributorsList,
  distributorsSells,
  distributorSells,
  mainPage,
  mainPageCharts,
] as const satisfies readonly Endpoint[]

type Listed = (typeof endpoints)[number]

/** Keyed as calls are spoken of: 'GET /api/summary/main-page'. */
export type Api = { readonly [E in Listed as `${E['method']} ${E['path']}`]: E }

// The routes of the application as its router has them, so that no test can forget one.
import type { Permission } from '#contract/permissions.ts'

export interface AppRoute {
  /** As the router writes it: '/distributors/distributors-details/$dist_id'. */
  readonly path: string
  readonly title: string
  /** Who may open it; undefined for pages that anybody may. */
  readonly access: Permission | undefined
  readonly monthly: boolean
}

/** Routes made of the real tree; outside of a browser there is nothing to listen to. */
export async function appRoutes(): Promise<AppRoute[]> {
  Object.assign(globalThis, { addEventListener: () => {} })
  const { router } = await import('#web/app/router.tsx')
  return Object.values(router.routesByPath).map(({ fullPath, options }) => {
    const { screen, title } = options.staticData ?? {}
    const shown = screen?.title ?? title
    if (shown === undefined) throw new Error(`${fullPath} has no title`)
    return { path: fullPath, title: shown, access: screen?.access, monthly: screen?.monthly ?? false }
  })
}

import type { ReactNode } from 'react'
import type { Me } from '#contract/account.ts'
import { isOwnSignIn } from './own-sign-in.ts'

export interface AccountPage {
  readonly path: string
  readonly title: string
  /**
   * `strangers`: without a session. `given`: with a session that needs this page before all others. Everyone else is redirected.
   */
  readonly audience: 'strangers' | 'given' | 'all'
  /** Also opens with a session, for these addresses. */
  readonly ownFor?: (search: object) => boolean
  readonly load: () => Promise<{ default: () => ReactNode }>
}

const OWN_PASSWORD_PATH = '/auth/own-password'
const SECOND_FACTOR_PATH = '/auth/second-factor'

/** The page that the account must pass before all others. */
export function firstPage(
  user: Pick<Me, 'must_change_password' | 'must_set_up_second_factor'>,
): string | null {
  if (user.must_change_password) return OWN_PASSWORD_PATH
  return user.must_set_up_second_factor ? SECOND_FACTOR_PATH : null
}

export const accountPages: readonly AccountPage[] = [
  {
    path: '/auth/sign-in',
    title: 'Iniciar Sesión',
    audience: 'strangers',
    load: () => import('./sign-in-page.tsx'),
  },
  {
    path: '/auth/sign-up',
    title: 'Crear cuenta',
    audience: 'strangers',
    load: () => import('./sign-up-page.tsx'),
  },
  {
    path: '/auth/provider',
    title: 'Ingreso',
    audience: 'strangers',
    ownFor: isOwnSignIn,
    load: () => import('./provider-page.tsx'),
  },
  {
    path: '/auth/reset-password',
    title: 'Reestablecer contraseña',
    audience: 'all',
    load: () => import('./reset-password-page.tsx'),
  },
  {
    path: OWN_PASSWORD_PATH,
    title: 'Elegir contraseña',
    audience: 'given',
    load: () => import('./own-password-page.tsx'),
  },
  {
    path: SECOND_FACTOR_PATH,
    title: 'Verificación en dos pasos',
    audience: 'given',
    load: () => import('./second-factor/required-page.tsx'),
  },
]

// The account pages, for the routes.
import type { ReactNode } from 'react'

export interface AccountPage {
  readonly path: string
  readonly title: string
  /** `strangers`: without a session. `given`: with a session whose password somebody else chose. Others are redirected. */
  readonly audience: 'strangers' | 'given' | 'all'
  readonly load: () => Promise<{ default: () => ReactNode }>
}

export const OWN_PASSWORD_PATH = '/auth/own-password'

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
]

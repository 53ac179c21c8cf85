// The account pages, for the routes.
import type { ReactNode } from 'react'

export interface AccountPage {
  readonly path: string
  readonly title: string
  /** Signed-in users are redirected away. */
  readonly strangersOnly: boolean
  readonly load: () => Promise<{ default: () => ReactNode }>
}

export const accountPages: readonly AccountPage[] = [
  {
    path: '/auth/sign-in',
    title: 'Iniciar Sesión',
    strangersOnly: true,
    load: () => import('./sign-in-page.tsx'),
  },
  {
    path: '/auth/sign-up',
    title: 'Crear cuenta',
    strangersOnly: true,
    load: () => import('./sign-up-page.tsx'),
  },
  {
    path: '/auth/reset-password',
    title: 'Reestablecer contraseña',
    strangersOnly: false,
    load: () => import('./reset-password-page.tsx'),
  },
]

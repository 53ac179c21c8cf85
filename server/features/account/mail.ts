import type { MailContent } from '#server/outbox/mail.ts'

export interface LinkMail extends MailContent {
  readonly to: string
}

export const resetMail = (to: string, link: string): LinkMail => ({
  to,
  subject: 'Góndola: nueva contraseña',
  text: `Se pidió una nueva contraseña para la cuenta ${to}.

Para elegirla, abrir este enlace (sirve una sola vez, durante una hora):

${link}

Si el pedido no es propio, basta con ignorar este mensaje: la contraseña sigue siendo la misma.
`,
})

/** For an account that an administrator created without a password. */
export const invitationMail = (to: string, link: string): LinkMail => ({
  to,
  subject: 'Góndola: invitación',
  text: `Hay una cuenta de Góndola para ${to}.

Para elegir la contraseña y entrar, abrir este enlace (sirve una sola vez, durante siete días):

${link}

Si el enlace venció, la página de ingreso manda otro con «¿Olvidaste tu contraseña?».
`,
})

/** For an account that was requested with this e-mail, or that was given a role before its e-mail was confirmed. */
export const confirmationMail = (to: string, link: string): LinkMail => ({
  to,
  subject: 'Góndola: confirmar la cuenta',
  text: `Se pidió una cuenta de Góndola para ${to}.

Para confirmarla y elegir la contraseña, abrir este enlace (sirve una sola vez, durante una hora):

${link}

La contraseña que se escribió al pedir la cuenta no sirve para entrar: cualquiera pudo escribirla.
Si el enlace venció, la página de ingreso manda otro con «¿Olvidaste tu contraseña?».
Si el pedido no es propio, basta con ignorar este mensaje: nadie puede entrar con esta cuenta.
`,
})

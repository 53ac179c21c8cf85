import { createTransport } from 'nodemailer'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export type Mailer = (mail: Mail) => Promise<void>

/** `smtp://user:password@host:port`, or `smtps://…`; `?from=` names the sender, by default the user. */
export function smtpMailer(url: string): Mailer {
  const address = new URL(url)
  const from =
    address.searchParams.get('from') ??
    (decodeURIComponent(address.username) || `gondola@${address.hostname}`)
  address.searchParams.delete('from')
  const transport = createTransport(address.href, { from })
  return async (mail) => {
    await transport.sendMail(mail)
  }
}

/** Throws unless the server accepts connection, user and password; it may take 10 seconds. */
export async function verifySmtp(url: string): Promise<void> {
  const address = new URL(url)
  address.searchParams.set('connectionTimeout', '10000')
  address.searchParams.delete('from')
  const transport = createTransport(address.href)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

export const resetMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Góndola: nueva contraseña',
  text: `Se pidió una nueva contraseña para la cuenta ${to}.

Para elegirla, abrir este enlace (sirve una sola vez, durante una hora):

${link}

Si el pedido no es propio, basta con ignorar este mensaje: la contraseña sigue siendo la misma.
`,
})

/** For an account that somebody requested with this e-mail, or that was given a role before its e-mail was confirmed. */
export const confirmationMail = (to: string, link: string): Mail => ({
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

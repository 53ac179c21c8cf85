export const MAIL_TEXT = {
  open: 'Ver en Góndola',
  noticeFooter: 'Los avisos por correo se eligen en Góndola → Análisis → Avisos y envíos → Envíos.',
  unsubscribe: 'Dejar de recibir este correo',
}

export const OUTBOX_TEXT = {
  expired: 'No se pudo enviar a tiempo',
  noAccount: 'La cuenta ya no existe o no tiene rol',
  unreachable: {
    missing: 'El distribuidor no tiene un e-mail válido',
    'not-allowed': 'La dirección no está permitida en Configuración',
    unsubscribed: 'La dirección pidió no recibir más fichas',
  },
  otherRights: 'Sus permisos cambiaron desde que se preparó',
  unreadable: 'No se puede descifrar: se guardó con otra clave',
  mailAway: 'El servidor de correo no responde',
  mailKeys: 'El servidor de correo no acepta el usuario o la contraseña',
  mailPlain:
    'El servidor de correo no ofrece TLS: sin él, la contraseña y los correos viajarían sin cifrar. Usá smtps:// o, en una red propia, ?requireTLS=false.',
  mailCertificate:
    'El certificado del servidor de correo no se puede comprobar: es propio, venció o tiene otro nombre. NODE_EXTRA_CA_CERTS agrega una autoridad; en una red propia sirve ?requireTLS=false.',
  mailNoTls: 'El servidor de correo no habla TLS en ese puerto: revisá smtp:// o smtps:// y el puerto.',
  mailLetters:
    'El servidor de correo no acepta direcciones con tildes, eñes u otras letras así antes de la arroba (SMTPUTF8)',
  mailTooLarge: 'El correo es demasiado grande para el servidor de correo',
  noSender:
    'Falta el remitente: el usuario del servidor de correo no es una dirección. Agregá ?from=gondola@tu-dominio a GONDOLA_SMTP_URL.',
  mailRefused: (code: number | undefined, answer: string) =>
    `El servidor de correo contestó ${[code, answer].filter(Boolean).join(' ')}`,
  noWebhook: 'El webhook ya no existe',
  internalWebhook: 'La dirección es de una red interna',
  webhookAway: 'El webhook no responde',
  webhookRefused: (status: number) => `El webhook contestó ${status}`,
  broken: 'Error interno al enviar',
}

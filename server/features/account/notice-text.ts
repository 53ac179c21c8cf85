export const LEFT_TEXT = {
  title: (thing: string, name: string) => `«${thing}»: se eliminó la cuenta de ${name}`,
  alert: 'La alerta sigue funcionando, sin dueño. La puede cambiar quien administra Góndola.',
  delivery: (heir: string) => `El envío sigue llegando. Ahora lo programa ${heir}.`,
  ownDelivery: 'El envío sigue llegando a quienes lo recibían. Ahora lo programás vos.',
  sheets: 'Fichas a distribuidores cada mes',
  seeAlerts: 'Ver alertas',
  seeDeliveries: 'Ver envíos',
}

export const INVITATION_TEXT = {
  failed: (name: string) => `No llegó el correo con el enlace para ${name}`,
  reason: (reason: string) =>
    `${reason}. Revisá el correo de la cuenta y pedí otro enlace con «¿Olvidaste tu contraseña?».`,
  see: 'Ver usuarios',
}

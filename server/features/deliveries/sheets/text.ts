import { LAST_DAY } from '#contract/delivery-days.ts'

export const SHEET_MAIL_TEXT = {
  from: (sender: string, shop: string) =>
    shop === ''
      ? `Te manda esta ficha ${sender}, con Góndola.`
      : `Te manda esta ficha ${sender}, de ${shop}, con Góndola.`,
  fileTooLarge: 'El archivo de órdenes es muy grande para un correo: se puede pedir a quien manda la ficha.',
  noSender: 'La cuenta que lo mandó ya no existe o no puede enviar fichas',
  notSeen: 'La cuenta que lo mandó ya no ve ese distribuidor',
  otherAddress: 'La dirección del distribuidor cambió después de escribir el correo',
  noData: 'Todavía no están en Góndola todas las órdenes de ese mes',
  scheduled: (day: number, time: string) =>
    `Fichas, cada mes el ${day === LAST_DAY ? 'último día' : `día ${day}`} a las ${time}`,
  gone: 'El envío se eliminó',
  troubleTitle: 'Una ficha no salió',
  troubleText: (distributor: string, reason: string) => `${distributor}: ${reason}`,
  unsentTitle: (month: string) => `Las fichas de ${month} no salieron`,
  unsent:
    'Cuando había que enviarlas, a la cuenta le faltaba un permiso, la contraseña, el segundo factor o un ingreso reciente. Se pueden enviar a mano.',
  see: 'Ver envíos',
}

export const STOP_SHEETS_TEXT = {
  name: 'fichas de ventas en esta dirección',
  done: 'Listo: no llegan más fichas a esta dirección.',
  stopped: 'Esta dirección ya no recibe fichas.',
  resume: 'Volver a recibirlas',
  resumed: 'Listo: las fichas vuelven a llegar a esta dirección.',
}

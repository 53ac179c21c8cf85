export const peopleText = {
  title: 'Datos de una persona',
  note: 'Todo lo que Góndola guarda de ella, para entregárselo o borrarlo',
  email: 'Correo electrónico',
  search: 'Buscar',
  found: (email: string) => `Lo guardado de ${email}`,
  foundNote: 'Cada consulta queda en la auditoría',
  none: 'No hay nada guardado con ese correo.',
  what: 'Dónde',
  rows: 'Filas',
  json: 'Descargar JSON',
  xlsx: 'Descargar Excel',
  file: 'datos-de-una-persona',
  elsewhere: 'Además, fuera de esta base:',
  forget: 'Borrar sus datos',
  forgetTitle: 'Borrar los datos de una persona',
  forgetSure: (email: string) => `¿Borrar los datos de ${email}?`,
  forgetConsequence:
    'Se borran nombre, correo, ciudad, legajo y lo que quedó en registros; de una cuenta de Góndola eliminada, también sus vistas, tokens y enlaces. Los importes y las cantidades quedan. No se puede deshacer.',
  forgotten: 'Los datos de la persona se borraron; las cifras son las mismas.',
  inUse:
    'Los datos de la tienda se borraron. Su cuenta de Góndola sigue en uso: eliminala en Usuarios y volvé a borrar.',
} as const

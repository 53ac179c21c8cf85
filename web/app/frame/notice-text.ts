// Texts of the notices under the bell, which are loaded with them.

export const noticeText = {
  title: 'Avisos',
  empty: 'Nada nuevo. Acá aparece lo que encuentren tus alertas.',
  unread: 'Sin leer: ',
  read: 'Marcar como leído',
  readAll: 'Marcar todo como leído',
} as const

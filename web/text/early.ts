/** Shown when the application fails before its first screen. */
export const earlyText = {
  title: 'Góndola no pudo abrirse',
  body: 'Algo falló antes de mostrar la primera pantalla. Probá recargar; si sigue igual, actualizá el navegador o permitile guardar datos de este sitio.',
  reload: 'Recargar',
} as const

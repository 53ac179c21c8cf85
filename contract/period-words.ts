// What screens and mails say of a period whose orders were not read, or only in part. Without zod, so that the browser can load it.

/** `period`: 'de ese mes'. */
export const unreadWords = (period: string): string =>
  `Todavía no hay órdenes ${period} en Góndola: las cifras no son ceros de venta.`

/** `day` in words; `period`: 'del mes'. A sentence without its end. */
export const readUntilWords = (day: string, period: string): string =>
  `Las últimas órdenes que leyó Góndola son del ${day}: lo que falta ${period} todavía no está`

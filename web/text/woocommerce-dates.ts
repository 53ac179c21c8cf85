/** Where the same words mean other dates or percentages in WooCommerce's reports. */
export const WOOCOMMERCE_DATES: readonly string[] = [
  '«Mes pasado» contra el período anterior: WooCommerce compara octubre con los 31 días previos, del 31 de agosto al 30 de septiembre; Góndola, con septiembre.',
  'Un mes en curso contra el año pasado: WooCommerce toma entero el día de hoy del otro año; Góndola llega hasta la misma hora.',
  '«Semana pasada» contra el año pasado: WooCommerce toma las mismas fechas, que caen en otros días de la semana; Góndola, la semana de 52 semanas antes.',
  'Las variaciones de WooCommerce son porcentajes enteros y conservan el signo de la base: de −100 a −50 es −50 %; en Góndola es +50 %.',
  'Las semanas de WooCommerce empiezan el día que dicen los ajustes del sitio; las de Góndola, el lunes.',
]

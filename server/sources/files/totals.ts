// How rows of totals begin.
export const TOTALS = /^(?:sub\s?|gran |grand )?total(?:es|s)?\b/i
/** Of a cell with a product: no name of goods, such as those of the brand Total. */
export const TOTALS_ALONE =
  /^(?:sub\s?|gran |grand )?total(?:es|s)?(?: (?:general(?:es)?|final(?:es)?|parcial(?:es)?|geral|de|del|do|da|por|of|for|pedido|orden|order|venta|factura|unidades|items)\b.*)?\W*$/i
/** In place of an order: «1001 Total» of Excel, «1001 Suma» of LibreOffice, «Promedio». */
export const SUMS_OF = /^(?:sumas?|sum|promedios?|average)\b|\s(?:total|sumas?|sum|resultado|result)$/i

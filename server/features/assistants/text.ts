/** Titles of the tools, as assistants show them to people. */
export const TITLES = {
  list_measures_and_dimensions: 'Medidas y dimensiones',
  answer_question: 'Responder una consulta',
  explain_change: 'Por qué cambió',
  find_orders: 'Buscar órdenes',
  get_order: 'Ver una orden',
  list_views: 'Vistas guardadas',
  run_view: 'Responder una vista',
} as const

export const orderCall = (order_id: string) =>
  ['GET /api/orders/{order_id}', { params: { order_id } }] as const

// The call of the order screen, shared by the screen and prefetching.
export const orderCall = (order_id: string) =>
  ['GET /api/orders/{order_id}', { params: { order_id } }] as const

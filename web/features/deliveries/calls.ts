export const DELIVERIES = 'GET /api/deliveries'
export const CHANNELS = 'GET /api/notice-channels'

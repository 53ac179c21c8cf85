/**
 * Headers of answers that no proxy may compress: it would hold events back, and files lose their length, without which a cut one
 * looks whole behind Caddy 2.6. Caddy 2.6 and nginx do not heed `no-transform`, but leave what has an encoding alone.
 */
export const UNTOUCHED = {
  'cache-control': 'no-store, no-transform',
  'content-encoding': 'identity',
} as const

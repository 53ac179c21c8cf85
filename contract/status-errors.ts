// The failures that say no more than their HTTP status. The browser loads them, so they stand apart from the others.

/** By code: status and message. */
export const STATUS_ERRORS = {
  'bad-request': [400, 'Bad Request'],
  unauthorized: [401, 'Unauthorized'],
  forbidden: [403, 'Forbidden'],
  'not-found': [404, 'Not Found'],
  'method-not-allowed': [405, 'Method Not Allowed'],
  'request-timeout': [408, 'Request Timeout'],
  conflict: [409, 'Conflict'],
  'payload-too-large': [413, 'Payload Too Large'],
  'uri-too-long': [414, 'URI Too Long'],
  'unsupported-media-type': [415, 'Unsupported Media Type'],
  'too-many-requests': [429, 'Too Many Requests'],
  'headers-too-large': [431, 'Request Header Fields Too Large'],
  'internal-error': [500, 'Internal Server Error'],
  unavailable: [503, 'Service Unavailable'],
} as const

export type StatusErrorCode = keyof typeof STATUS_ERRORS

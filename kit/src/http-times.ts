import { createFastHistogram } from './fast-histogram.ts'

/**
 * Seconds to the end of an answer. `route` is the route's template and never a path, of which there
 * are as many as visitors can think of.
 */
export const httpTimes = createFastHistogram(
  'fingerpost_http_request_seconds',
  'Time to the end of an answer',
  ['method', 'route', 'status'],
)

import { createFastHistogram } from '../telemetry/fast-histogram.ts'

/**
 * Response times in seconds. `route` is the template of the route and never a path, to limit the
 * cardinality of the label.
 */
export const httpTimes = createFastHistogram(
  'fingerpost_http_request_duration_seconds',
  'Time to the end of an answer',
  ['method', 'route', 'status'],
)

import { deadline } from '../process/pace.ts'

/**
 * The result of `work`; rejects after `limitMs`. An answer that arrived in time counts even if the
 * event loop was blocked: received data is read before the timeout fires.
 */
export function inTime<T>(work: Promise<T>, limitMs: number): Promise<T> {
  const waitMs = deadline(limitMs)
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`no answer within ${waitMs} ms`))
    const timer = setTimeout(() => setImmediate(late), waitMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

import { deadlineMs } from './pace.ts'

/**
 * The result of `work`; rejects after `limitMs`. An answer that arrived in time counts even if the
 * event loop was blocked: received data is read before the timeout fires.
 */
export function inTime<T>(work: Promise<T>, limitMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`no answer within ${limitMs} ms`))
    const timer = setTimeout(() => setImmediate(late), deadlineMs(limitMs))
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

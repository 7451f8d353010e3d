/**
 * The answer of `work`, or an error when there is none after `limitMs`. What the process could not
 * look at because it was busy itself does not count as late: what has arrived is read first.
 */
export function inTime<T>(work: Promise<T>, limitMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`no answer within ${limitMs} ms`))
    const timer = setTimeout(() => setImmediate(late), limitMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

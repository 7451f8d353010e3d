/** Applies `next` synchronously unless the value is a promise, because promises cost throughput. */
export const mapMaybeAsync = <T, R>(
  value: T | Promise<T>,
  next: (value: T) => R | Promise<R>,
): R | Promise<R> => (value instanceof Promise ? value.then(next) : next(value))

/** `next` of a value: in the same turn, unless the value has yet to come. Promises cost visits. */
export const mapMaybeAsync = <T, R>(
  value: T | Promise<T>,
  next: (value: T) => R | Promise<R>,
): R | Promise<R> => (value instanceof Promise ? value.then(next) : next(value))

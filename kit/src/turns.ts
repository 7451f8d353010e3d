/** Lets so many pieces of work go on at once; the others wait in the order they came. */
export function createTurns(parallel: number) {
  const waiting: (() => void)[] = []
  let free = parallel
  return async (work: () => Promise<void>): Promise<void> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

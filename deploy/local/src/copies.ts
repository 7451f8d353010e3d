import { StartError } from './start-error.ts'

/** Number of processes by name, where one was chosen. */
export type Copies = Partial<Record<string, number>>

/** Copies can share a port of HTTP, but not one of gRPC. */
const COPIED = ['gateway', 'redirect', 'click-worker']
const MOST = 64

/** Reads FINGERPOST_COPIES, such as `redirect=4,gateway=2`. Throws a StartError that says what is wrong. */
export function readCopies(text: string): Copies {
  const copies: Copies = {}
  for (const part of text.split(',').flatMap((it) => it.trim() || [])) {
    const [, name = '', digits = ''] = /^([a-z-]+)=(\d+)$/.exec(part) ?? []
    const count = Number(digits)
    if (!COPIED.includes(name) || count < 1 || count > MOST) {
      throw new StartError(
        `FINGERPOST_COPIES: "${part}" is invalid. Use one of ${COPIED.join(', ')}, then = and a number from 1 to ${MOST}.`,
      )
    }
    if (copies[name]) throw new StartError(`FINGERPOST_COPIES contains ${name} twice.`)
    copies[name] = count
  }
  return copies
}

/** Whether any process has more than one copy. */
export const hasCopies = (copies: Copies): boolean =>
  Object.values(copies).some((count) => count !== undefined && count > 1)

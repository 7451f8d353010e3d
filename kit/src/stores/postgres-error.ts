// Does not import the driver: all gRPC code classifies these errors, but few processes use
// Postgres.

// SQLSTATE: invalid authorization.
const REFUSED = /^28...$/
// SQLSTATE: 08 connection, 53 resources, 57 operator intervention; the rest are Node's and pg's
// own.
const UNREACHABLE =
  /^(08...|53...|57P0.|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/
const UNREACHABLE_MESSAGE =
  /timeout (exceeded )?when|Query read timeout|Connection terminated|connection error|statement timeout/

const codeOf = (error: Error): string => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** Whether a query failed because the store rejected the account or its password. */
export const isRefused = (error: unknown): boolean =>
  error instanceof Error && REFUSED.test(codeOf(error))

/** Whether a query failed because the store is unreachable or rejected the account. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof Error &&
  (isRefused(error) || UNREACHABLE.test(codeOf(error)) || UNREACHABLE_MESSAGE.test(error.message))

/** Whether Postgres canceled a statement that ran for longer than its `statement_timeout`. */
export const isTimedOut = (error: unknown): boolean =>
  error instanceof Error && /statement timeout/.test(error.message)

/** Whether Postgres rolled a transaction back because it and another one waited for each other. */
export const isDeadlock = (error: unknown): boolean =>
  error instanceof Error && codeOf(error) === '40P01'

// NUL or invalid text, or a number out of range: the input is wrong, not the statement.
const UNSTORABLE = new Set(['22003', '22021', '22P05'])

/** Whether a statement failed because of a value that cannot be stored. */
export const isUnstorable = (error: unknown): boolean =>
  error instanceof Error && UNSTORABLE.has(codeOf(error))

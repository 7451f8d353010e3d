/** An error that the operator can fix: shown as its message, without a stack trace. */
export class StartError extends Error {}

/** An error for the terminal: a StartError as its message, any other error with its stack trace. */
export function explain(error: unknown): string {
  if (error instanceof StartError) return error.message
  return error instanceof Error ? `${error.stack}` : String(error)
}

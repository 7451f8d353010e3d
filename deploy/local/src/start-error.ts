/** Something the operator can be told and can mend: shown as its message, without a stack. */
export class StartError extends Error {}

/** An error for the terminal: the operator's in a sentence, ours with its stack. */
export function explain(error: unknown): string {
  if (error instanceof StartError) return error.message
  return error instanceof Error ? `${error.stack}` : String(error)
}

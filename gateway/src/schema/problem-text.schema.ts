import type { ProblemKind } from '@fingerpost/kit/http/problem'

/** The description of a problem code. */
export interface ProblemText {
  kind: ProblemKind
  /** What happened. */
  means: string
  /** What the caller can do. */
  remedy: string
}

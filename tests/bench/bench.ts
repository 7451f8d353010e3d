import type { TestStack } from './test-stack.ts'

/** A goal: for the ratio if there is a reference, otherwise for the value itself. */
export type Goal = { atLeast: number } | { atMost: number }

/**
 * A row of the table: values of each round, measured alternately for Fingerpost and the reference.
 */
export interface Row {
  work: string
  unit: string
  ours: number[]
  /** Absent if the goal is an absolute value. */
  reference?: number[]
  goal: Goal
  /** The limit of `--quick`, for a row that has been measured below the default guard. */
  guard?: Goal
  /** A note for interpreting the row. */
  note?: string
}

export interface RunOptions {
  /** A short form as a regression guard: fewer rounds and less data. */
  quick: boolean
  rounds: number
  /** Duration of one load in seconds. */
  seconds: number
  /** Millions of clicks at most, for benchmarks of a large table; fewer on a small machine. */
  millions: number | undefined
  /** The stack under test, started on first use and shared by all benchmarks. */
  testStack: () => Promise<TestStack>
}

/** One benchmark file. */
export interface Bench {
  /** The name for `--only`. */
  name: string
  /** The goal in words. */
  goal: string
  run(options: RunOptions): Promise<Row[]>
}

/** The middle value, or the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (index: number) => sorted[index] ?? Number.NaN
  return (at(Math.floor((sorted.length - 1) / 2)) + at(Math.floor(sorted.length / 2))) / 2
}

/** The value that 95 % are not above. */
export const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN

/** The ratio to the reference, per round; the value itself without a reference. */
export function figureOf({ ours, reference }: Row): number {
  if (!reference) return median(ours)
  return median(ours.map((it, round) => it / (reference[round] ?? Number.NaN)))
}

export function isMet(value: number, goal: Goal): boolean {
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost
}

/** How far a row may miss its goal before `--quick` fails. */
const SLACK = 0.6

export const guardOf = ({ goal, guard }: Row): Goal =>
  guard ?? ('atLeast' in goal ? { atLeast: goal.atLeast * SLACK } : { atMost: goal.atMost / SLACK })

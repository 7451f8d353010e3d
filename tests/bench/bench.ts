import type { House } from './house.ts'

/** What a figure must be: of the ratio where there is a reference, else of the figure itself. */
export type Goal = { atLeast: number } | { atMost: number }

/** One line of the table: figures of each round, ours and the reference's measured in turn. */
export interface Row {
  work: string
  unit: string
  ours: number[]
  /** Absent where the goal is a number of its own. */
  reference?: number[]
  goal: Goal
  /** Once a line has been measured with less, this is what the guard of `--quick` still allows. */
  guard?: Goal
  /** What else has to be known to read the line. */
  note?: string
}

export interface RunOptions {
  /** A short form, as a guard against regressions: fewer and smaller everything. */
  quick: boolean
  rounds: number
  /** How long one load lasts, seconds. */
  seconds: number
  /** The stack under test, started when the first asks for it and shared by all. */
  house: () => Promise<House>
}

/** One file of the bench. */
export interface Bench {
  /** As `--only` takes it. */
  name: string
  /** What is aimed at, in words. */
  goal: string
  run(options: RunOptions): Promise<Row[]>
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Ours by the reference's, round by round; the figure itself where there is no reference. */
export function figureOf({ ours, reference }: Row): number {
  if (!reference) return median(ours)
  return median(ours.map((it, round) => it / (reference[round] ?? Number.NaN)))
}

export function isMet(value: number, goal: Goal): boolean {
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost
}

/** How much worse than its goal a line may be before `--quick` fails. */
const SLACK = 0.6

export const guardOf = ({ goal, guard }: Row): Goal =>
  guard ?? ('atLeast' in goal ? { atLeast: goal.atLeast * SLACK } : { atMost: goal.atMost / SLACK })

import { num, readEnv, str } from './env.ts'

const settings = { TEST_PACE: num({ default: 1 }), NODE_ENV: str({ default: '' }) }

const pace = { period: 1, deadline: 1 }

/** Divides the periods of this process, and multiplies its deadlines. */
export function setPace(periods: number, deadlines = 1): void {
  pace.period = 1 / periods
  pace.deadline = deadlines
}

/**
 * Applies TEST_PACE, by which stacks of functional tests take no fallback only because the machine is busy.
 * It leaves periods as they are: ten times as many turns of all loops nearly doubled the processor time of a
 * run. Throws outside tests.
 */
export function readPace(env: NodeJS.ProcessEnv): void {
  const { TEST_PACE, NODE_ENV } = readEnv(settings, env)
  if (TEST_PACE !== 1 && NODE_ENV !== 'test') {
    throw new Error('Bad environment: TEST_PACE is for tests only and requires NODE_ENV=test')
  }
  if (TEST_PACE !== 1) setPace(1, TEST_PACE)
}

/** The pause between two turns of a loop, or until a batch is sent, in ms. */
export const periodMs = (ms: number): number => ms * pace.period

/** A time in ms after which a fallback is used or a call fails. */
export const deadlineMs = (ms: number): number => ms * pace.deadline

import { num, readEnv, str } from './env.ts'

const settings = { TEST_PACE: num({ default: 1 }), NODE_ENV: str({ default: '' }) }

let pace = 1

/** Multiplies the deadlines of this process. */
export function setPace(factor: number): void {
  pace = factor
}

/**
 * Applies TEST_PACE, by which stacks of functional tests take no fallback only because the machine is busy.
 * Throws outside tests.
 */
export function readPace(env: NodeJS.ProcessEnv): void {
  const { TEST_PACE, NODE_ENV } = readEnv(settings, env)
  if (TEST_PACE !== 1 && NODE_ENV !== 'test') {
    throw new Error('Bad environment: TEST_PACE is for tests only and requires NODE_ENV=test')
  }
  setPace(TEST_PACE)
}

/** A time, in any unit, after which a fallback is used or a call fails; longer in stacks of tests. */
export const deadline = (time: number): number => time * pace

import { createFairShare } from '@fingerpost/kit/async/fair-share'
import { ARGON2ID } from '@fingerpost/kit/secrets/argon2id'

type Argon2 = Pick<typeof import('@node-rs/argon2'), 'hash' | 'verify'>

/** Concurrent hashes for unknown and for known clients; Node has four threads. */
const AT_ONCE = { network: 2, known: 1 }
/** Maximum queue length of a network or person: about what is hashed within WAITING_MAX_MS. */
const WAITING_MAX = 64
const WAITING_MAX_MS = 5_000

const { memoryCost, timeCost, parallelism } = ARGON2ID
/** A hash that matches no password, so that an unknown account takes as long as a known one. */
export const NO_HASH = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/**
 * The queue of a password check. A client cannot create queues at will: its key is the client's network
 * or, if a token, a session or a known browser identifies it, the person or team, in a separate lane.
 */
export type Turn = { network: string } | { known: string }

/** One queue per person, whether a session, a cookie or a token identifies them. */
export const turnOf = (userId: number): Turn => ({ known: `user ${userId}` })

export type Passwords = ReturnType<typeof passwordAdapter>

/**
 * Hashes and verifies the passwords of people. All calls throw unavailable if the queue is full or the
 * wait exceeds 5 seconds. `load` is a parameter so that a test can count its calls.
 */
export function passwordAdapter(load: () => Promise<Argon2> = () => import('@node-rs/argon2')) {
  const lane = (slots: number) => createFairShare(slots, WAITING_MAX, WAITING_MAX_MS)
  const [strangers, known] = [lane(AT_ONCE.network), lane(AT_ONCE.known)]
  const inTurn = <T>(turn: Turn, work: () => Promise<T>): Promise<T> =>
    'known' in turn ? known.run(turn.known, work) : strangers.run(turn.network, work)

  return {
    /** An argon2id hash in PHC format. */
    hash: (turn: Turn, password: string): Promise<string> =>
      inTurn(turn, async () => (await load()).hash(normal(password), ARGON2ID)),

    /** Whether the password is right; false without a hash, after the same work. */
    isRight: (turn: Turn, hash: string | null | undefined, password: string): Promise<boolean> =>
      inTurn(turn, async () =>
        (await load()).verify(hash ?? NO_HASH, normal(password)).catch(() => false),
      ),
  }
}

const normal = (password: string) => password.normalize('NFKC')

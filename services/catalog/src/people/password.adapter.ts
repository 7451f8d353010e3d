import { ARGON2ID } from '@fingerpost/kit/secrets/argon2id'
import { createFairShare } from '@fingerpost/kit/stores/fair-share'

type Argon2 = Pick<typeof import('@node-rs/argon2'), 'hash' | 'verify'>

/** Threads that hash in parallel, and queued passwords per account. */
const AT_ONCE = 2
const WAITING_PER_ACCOUNT = 16

const { memoryCost, timeCost, parallelism } = ARGON2ID
/** A hash that matches no password, so that an unknown account takes as long as a known one. */
export const NO_HASH = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

export type Passwords = ReturnType<typeof passwordAdapter>

/**
 * Hashes and verifies the passwords of people. `account` identifies one for a fair queue. `load` is
 * a parameter so that a test can count its calls.
 */
export function passwordAdapter(load: () => Promise<Argon2> = () => import('@node-rs/argon2')) {
  const share = createFairShare(AT_ONCE, WAITING_PER_ACCOUNT)
  return {
    /** An argon2id hash in PHC format. Throws unavailable if the queue is full. */
    hash: (account: string | number, password: string): Promise<string> =>
      share.run(account, async () => (await load()).hash(normal(password), ARGON2ID)),

    /** Whether the password is right; false without a hash, after the same work. */
    isRight: (
      account: string | number,
      hash: string | null | undefined,
      password: string,
    ): Promise<boolean> =>
      share.run(account, async () =>
        (await load()).verify(hash ?? NO_HASH, normal(password)).catch(() => false),
      ),
  }
}

const normal = (password: string) => password.normalize('NFKC')

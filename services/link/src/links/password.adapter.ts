import { createFairShare } from '@fingerpost/kit/async/fair-share'
import { ARGON2ID } from '@fingerpost/kit/secrets/argon2id'
import { hash } from '@node-rs/argon2'

/**
 * Threads that hash in parallel. One team gets one of them, with at most 3.5 seconds of queued
 * work.
 */
const AT_ONCE = 4
const WAITING_PER_TEAM = 50

/** Hashes passwords for storage. `hashOne` is argon2's own by default; a test can delay it. */
export function passwordHasher(hashOne: typeof hash = hash) {
  const hashing = createFairShare(AT_ONCE, WAITING_PER_TEAM)
  return {
    /**
     * An argon2id hash in PHC format; null for no password. Throws unavailable if the queue is
     * full.
     */
    hash: async (orgId: number, password: string | null | undefined): Promise<string | null> =>
      password ? hashing.run(orgId, () => hashOne(password, ARGON2ID)) : null,
  }
}

export type Passwords = ReturnType<typeof passwordHasher>

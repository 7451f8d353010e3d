import { hash } from '@node-rs/argon2'

/** OWASP's minimum for argon2id; about 70 ms of one core. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** What is stored of a password: an argon2id hash in PHC form; null stays null. */
export const hashPassword = async (password: string | null | undefined): Promise<string | null> =>
  password ? hash(password, ARGON2ID) : null

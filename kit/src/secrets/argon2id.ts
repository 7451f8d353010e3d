/** Parameters of all password hashes: OWASP's minimum for argon2id; about 70 ms of one core. */
export const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

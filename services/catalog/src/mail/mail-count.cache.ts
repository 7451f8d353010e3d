import type { Redis } from 'ioredis'

const HOUR_MS = 3_600_000
const PER_RECIPIENT = 5
const PER_TEAM = 200

/** Invitations by email, counted per recipient and per team, in Redis for all copies of the service. */
export const mailCounts = (redis: Redis) => {
  async function count(name: string): Promise<number> {
    const key = `mails:${name}`
    const done = await redis.multi().set(key, 0, 'PX', HOUR_MS, 'NX').incr(key).exec()
    return Number(done?.[1]?.[1])
  }

  return {
    /**
     * Counts an invitation, and returns whether it may be mailed this hour. Without limits, a member
     * could flood any address by creating and deleting invitations. True while Redis is unavailable.
     */
    async take(orgId: number, recipient: string): Promise<boolean> {
      try {
        const [ofTeam, ofRecipient] = await Promise.all([
          count(`team:${orgId}`),
          count(`recipient:${recipient}`),
        ])
        return ofTeam <= PER_TEAM && ofRecipient <= PER_RECIPIENT
      } catch {
        return true
      }
    },
  }
}

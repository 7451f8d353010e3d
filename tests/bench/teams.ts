import { createLog } from '@fingerpost/kit/process/log'
import { createToken, hashToken } from '@fingerpost/kit/secrets/token'
import { openPostgres } from '@fingerpost/kit/stores/postgres'
import type { Place } from './links.ts'
import type { TestStack } from './test-stack.ts'

export type Team = Place & { key: string }

/** A team with its own domain and an API key with these scopes. */
export async function openTeam(
  testStack: TestStack,
  name: string,
  scopes: readonly string[],
): Promise<Team> {
  const postgres = openPostgres(testStack.databaseUrl('catalog'), createLog('bench', 'silent'), 1)
  const key = createToken('fp')
  const open = `
with team as (
  insert into organizations (name, slug) values ($1, $1) returning id
), person as (
  insert into users (org_id) select id from team returning id, org_id
), place as (
  insert into domains (org_id, name, proven_by) select id, $1 || '.example', 'operator' from team
  returning id
), opened as (
  insert into api_keys (org_id, user_id, name, sha256, last_four, scopes)
  select org_id, id, 'bench', $2, right($3, 4), $4::text[] from person
)
select person.org_id as "orgId", place.id as "domainId" from person, place`
  try {
    const slug = `bench-${name}-${Date.now()}`
    const [place] = await postgres.prepared<Place>('open-team', open, [
      slug,
      hashToken(key),
      key,
      scopes,
    ])
    return { ...(place as Place), key }
  } finally {
    await postgres.close()
  }
}

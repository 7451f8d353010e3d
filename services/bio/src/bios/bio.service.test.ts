import { openPostgres } from '@fingerpost/kit/stores/postgres'
import { afterAll, describe, expect, it } from 'vitest'
import type { BioSchema } from '../bio.schema.ts'
import { callers, log } from '../testing/stand.ts'
import { startTeams } from '../testing/teams.ts'

const { lifecycle, newTeam, stand, teams } = await startTeams()
afterAll(() => lifecycle.close())

describe('a page', () => {
  it('is empty, with its organization, until the team saves one', async () => {
    expect(await stand.pages.getBioPage({}, { caller: callers.ours })).toEqual({
      id: 0,
      organization: teams[0],
      profile: undefined,
      links: [],
    })
  })

  it('keeps fields that an update omits, and clears those listed', async () => {
    const caller = newTeam()
    const image = 'https://e.com/a.png'
    const made = await stand.pages.updateBioPage(
      { title: ' Ours ', subtitle: 'One\r\ntwo', email: 'a@b.example', image, clear: [] },
      { caller },
    )
    const changed = await stand.pages.updateBioPage(
      { title: 'New', email: '', clear: ['subtitle'] },
      { caller },
    )

    expect(made.profile).toEqual({
      title: 'Ours',
      subtitle: 'One\ntwo',
      email: 'a@b.example',
      image,
    })
    expect(made.id).toBeGreaterThan(0)
    expect(changed).toMatchObject({ id: made.id, profile: { title: 'New', image } })
    expect(changed.profile).toMatchObject({ subtitle: undefined, email: undefined })
    expect(await stand.pages.getBioPage({}, { caller })).toEqual(changed)
  })

  it('accepts only https images, and keeps an existing http image without showing it', async () => {
    const caller = newTeam()
    const path = `/@team-${caller.orgId - 100}`
    const save = (fields: { title?: string; image?: string }) =>
      stand.pages.updateBioPage({ clear: [], ...fields }, { caller })
    const image = 'http://192.168.0.1/router.png'
    await save({ title: 'Ours' })
    await expect(save({ image })).rejects.toMatchObject({
      errors: [{ field: 'image', code: 'invalid_url', detail: 'must be an https URL' }],
    })
    const { db, close } = openPostgres<BioSchema>(stand.config.DATABASE_URL, log, 1)
    await db.updateTable('bio_pages').set({ image }).where('org_id', '=', caller.orgId).execute()
    await close()

    expect((await save({ title: 'Still ours', image })).profile).toMatchObject({
      title: 'Still ours',
      image,
    })
    for (const form of ['', '.json']) {
      const shown = await (await stand.look(`${path}${form}`)).text()
      expect(shown).toContain('Still ours')
      expect(shown).not.toContain('192.168')
    }
    await expect(save({ image: `${image}?other` })).rejects.toMatchObject({ kind: 'invalid' })
    await save({ image: 'https://e.com/a.png' })
    expect(await (await stand.look(path)).text()).toContain('https://e.com/a.png')
  })

  it('exists once per team, even after concurrent updates', async () => {
    const caller = newTeam()
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        stand.pages.updateBioPage({ title: `${i}`, clear: [] }, { caller }),
      ),
    )

    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  })

  it('reports all errors of an update', async () => {
    const long = 'x'.repeat(513)
    const wrong = stand.pages.updateBioPage(
      { title: long, subtitle: long, email: 'nobody', image: 'data:text/html,x', clear: [] },
      { caller: callers.ours },
    )

    await expect(wrong).rejects.toMatchObject({
      kind: 'invalid',
      errors: ['title', 'subtitle', 'email', 'image'].map((field) => ({ field })),
    })
  })

  it.each([
    'a@b',
    'a b@c.example',
    '<a@b.example>',
    'a@b..example',
    'a@-b.example',
    'x:y@b.example',
  ])('rejects %s as an email address', async (email) => {
    const wrong = stand.pages.updateBioPage({ email, clear: [] }, { caller: callers.ours })
    await expect(wrong).rejects.toMatchObject({ errors: [{ field: 'email' }] })
  })

  it('is not available to a call without a team', async () => {
    await expect(stand.pages.getBioPage({})).rejects.toMatchObject({ kind: 'unauthenticated' })
  })
})

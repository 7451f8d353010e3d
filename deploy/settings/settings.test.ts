import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { settingsPage } from './page.ts'
import { CONFIG_FILES, settingsIn } from './settings.ts'

it('docs/settings.md is up to date: `pnpm gen:settings` writes it', async () => {
  const page = join(import.meta.dirname, '..', '..', 'docs/settings.md')
  expect(readFileSync(page, 'utf8')).toBe(await settingsPage())
})

it('there are seven processes', () => {
  expect(Object.keys(CONFIG_FILES).sort()).toEqual([
    'analytics',
    'bio',
    'catalog',
    'click-worker',
    'gateway',
    'link',
    'redirect',
  ])
})

it.each(Object.entries(CONFIG_FILES))('%s describes every setting', async (_, file) => {
  const silent = (await settingsIn(file)).filter(({ desc }) => desc === '')
  expect(silent.map(({ name }) => name)).toEqual([])
})

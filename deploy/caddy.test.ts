import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

it('Caddy sends the paths of the gateway to the gateway and all others to redirect', () => {
  const [, paths = ''] = /@gateway path (.*)/.exec(read('deploy/Caddyfile')) ?? []
  const code = globSync('gateway/src/{app.ts,docs/*.ts,routes/{favicons,health}/*.routes.ts}', {
    cwd: root,
  })
  const text = code.map(read).join('\n')
  const routes = [...text.matchAll(/(?:prefix: |app\.get\()'(\/[a-z]+)/g)].map(([, it]) => it)

  expect(new Set(paths.match(/\/[a-z@]+/g))).toEqual(new Set([...routes, '/@']))
})

it('Caddy demands HTTPS (HSTS) of browsers for the host of the instance only', () => {
  const sites = read('deploy/Caddyfile').split(/^(?=\S.* \{$)/m)
  const strict = sites.filter((it) => it.includes('Strict-Transport-Security'))

  expect(strict.map((it) => it.split(' {')[0])).toEqual(['https://{$INSTANCE_HOST:localhost}'])
})

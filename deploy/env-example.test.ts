import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CONFIG_FILES, LOCAL_FILE, settingsIn } from './settings/settings.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const configFiles = Object.values(CONFIG_FILES)
const declared = (await Promise.all(configFiles.map(settingsIn))).flat()
const local = await settingsIn(LOCAL_FILE)

/** Names and values in .env.example, set or commented out, each below a line that explains it. */
const example = new Map(
  [...read('.env.example').matchAll(/^#.*\n(?:# )?([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value],
  ),
)

describe('.env.example', () => {
  test.each([...configFiles, LOCAL_FILE])('explains every setting of %s', async (file) => {
    const settings = await settingsIn(file)
    expect(settings.length).toBeGreaterThan(5)
    expect(settings.map(({ name }) => name).filter((name) => !example.has(name))).toEqual([])
  })

  test('shows the defaults of the code', () => {
    const byName = Map.groupBy([...declared, ...local], ({ name }) => name)
    const wrong = [...byName].flatMap(([name, all]) => {
      const inCode = all.map((it) => it.default ?? '')
      const shown = example.get(name) ?? ''
      return inCode.includes(shown) ? [] : [`${name}: shown ${shown}, in the code ${inCode}`]
    })
    expect(wrong).toEqual([])
  })

  test('contains no unused setting', () => {
    const known = new Set([...declared, ...local].map(({ name }) => name))
    const compose = read('docker-compose.yml')
    const unread = [...example.keys()].filter(
      (name) => !known.has(name) && !compose.includes(`\${${name}`),
    )
    expect(unread).toEqual([])
  })

  test('holds no secret', () => {
    const switches = ['true', 'false']
    const secrets = [...example].filter(
      ([name, value]) => /PASSWORD|SECRET|KEY$|KEY_/.test(name) && !switches.includes(value),
    )
    expect(secrets.length).toBeGreaterThan(2)
    expect(secrets.filter(([, value]) => value !== '')).toEqual([])
  })
})

describe('docker-compose.yml', () => {
  const compose = read('docker-compose.yml')
  const image = read('deploy/Dockerfile')

  /** The lines below a key that are indented more deeply. */
  const below = (text: string, key: RegExp): string => {
    const [head] = key.exec(text) ?? []
    if (head === undefined) throw new Error(`${key} is not there`)
    const rest = text.slice(text.search(key) + head.length)
    const depth = /^\n?( *)/.exec(head)?.[1]?.length ?? 0
    const end = rest.search(new RegExp(`\\n {0,${depth}}[^ \\n#]`))
    return end < 0 ? rest : rest.slice(0, end)
  }
  const names = (text: string) => [...text.matchAll(/^ +([A-Z][A-Z0-9_]+):/gm)].map(([, it]) => it)

  /** The environment of a service: its own lines and those of merged anchors. */
  const environmentOf = (service: string): Set<string | undefined> => {
    const services = below(compose, /\nservices:/)
    const given = below(below(services, new RegExp(`\\n {2}${service}:`)), /\n {4}environment:/)
    const merged = /<<: \[?([^\]\n]+)/.exec(given)?.[1]?.match(/[\w-]+/g) ?? []
    const anchors = merged.map((anchor) =>
      below(compose, new RegExp(`\\nx-[\\w-]+: &${anchor}\\b`)),
    )
    return new Set([given, ...anchors].flatMap(names))
  }

  const inImage = new Set([...image.matchAll(/\b([A-Z][A-Z_]+)=/g)].map(([, name]) => name))
  // There, one server of REDIS_URL has both roles, and each container has ports of its own.
  const needless = new Set(['REDIS_CACHE_URL', 'REDIS_QUEUE_URL', 'HTTP_REUSE_PORT'])

  test.each(configFiles)('passes on every setting of %s', async (file) => {
    const main = file.replace('config.ts', 'main.ts')
    const [, service = ''] =
      new RegExp(`\\n {2}([\\w-]+):\\n(?: {4}.*\\n)*? {4}command: \\[node, ${main}\\]`).exec(
        compose,
      ) ?? []
    expect(service, `a service that runs ${main}`).not.toBe('')
    const given = environmentOf(service)
    const missing = (await settingsIn(file)).filter(
      ({ name }) => !given.has(name) && !inImage.has(name) && !needless.has(name),
    )
    expect(missing.map(({ name }) => name)).toEqual([])
  })

  test.each(globSync('services/*/src/migrate.ts', { cwd: root }))('runs %s first', (file) => {
    expect(compose).toContain(`command: [node, ${file}]`)
  })

  test.each(['README.md', '.github/workflows/ci.yml'])('%s sets every required secret', (file) => {
    const required = new Set([...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name))
    expect(required.size).toBeGreaterThan(3)
    const text = read(file)
    expect([...required].filter((name) => !text.includes(name))).toEqual([])
  })
})

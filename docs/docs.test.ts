import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const pages = globSync('**/*.md', {
  cwd: root,
  exclude: (name) => ['node_modules', '.data', '.git', 'gen'].includes(name),
}).sort()

/** Without blocks of code, which may look like anything. */
const prose = (path: string) => read(path).replace(/^```[\s\S]*?^```/gm, '')

const links = (path: string): string[] =>
  [...prose(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)

/** The name by which a heading is linked to, as code hosts make it. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const anchors = (path: string) =>
  [...prose(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchor(heading))

describe('pages', () => {
  test.each(pages)('links of %s lead somewhere', (page) => {
    const broken = links(page).filter((link) => {
      if (/^[a-z]+:/.test(link)) return false
      const [path = '', fragment] = link.split('#')
      const target = path === '' ? page : join(dirname(page), path)
      if (path.startsWith('/') || !existsSync(join(root, target))) return true
      return fragment !== undefined && target.endsWith('.md') && !anchors(target).includes(fragment)
    })
    expect(broken).toEqual([])
  })

  test('scripts that a page names are scripts', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const own = new Set(['install', 'exec', 'run'])
    const unknown = ['README.md', 'CONTRIBUTING.md'].flatMap((page) =>
      [...read(page).matchAll(/(?:^|`)(?:npx )?p?npm (?:run )?([a-z][\w:-]*)/gm)]
        .map(([words, name = '']) => ({ page, words, name }))
        .filter(({ name }) => !own.has(name) && !(name in scripts)),
    )
    expect(unknown).toEqual([])
  })

  test('settings that operators usually set are explained in .env.example', () => {
    const explained = read('.env.example')
    const named = [...prose('docs/operations.md').matchAll(/^\| `([A-Z][A-Z0-9_]+)`/gm)].map(
      ([, it]) => it,
    )
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !explained.includes(`\n# ${name}=`))).toEqual([])
  })
})

test('the security page lists every attack test file, and no other', () => {
  const files = globSync('tests/attacks/*.test.ts', { cwd: root }).sort()
  const named = [...read('docs/security.md').matchAll(/`(tests\/attacks\/[^`]+)`/g)].map(
    ([, it]) => it,
  )
  expect([...new Set(named)].sort()).toEqual(files)
})

test('every test that the security page names exists', () => {
  const named = [...read('docs/security.md').matchAll(/`([\w./-]+\.test\.tsx?)`/g)]
  expect(named.length).toBeGreaterThan(20)
  expect(named.map(([, it = '']) => it).filter((it) => !existsSync(join(root, it)))).toEqual([])
})

describe('decisions', () => {
  const decisions = pages.filter((path) => /^docs\/decisions\/\d/.test(path)).sort()

  test('each has a number of its own and stands in the index', () => {
    const numbers = decisions.map((path) => path.slice('docs/decisions/'.length).slice(0, 4))
    expect(new Set(numbers).size).toBe(numbers.length)
    const index = links('docs/decisions/README.md')
    const missing = decisions.filter((path) => !index.includes(path.split('/').at(-1) ?? ''))
    expect(missing).toEqual([])
  })

  test.each(decisions)('%s says its number and date, in few lines', (path) => {
    const number = path.slice('docs/decisions/'.length).slice(0, 4)
    expect(read(path)).toMatch(new RegExp(`^# ${number} .+\n\n\\d{4}-\\d{2}-\\d{2}\n`))
    expect(read(path).trimEnd().split('\n').length).toBeLessThanOrEqual(40)
  })
})

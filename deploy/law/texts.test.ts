import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root, sources } from './source.ts'
import { texts } from './texts.ts'

it('the dashboard has no texts outside of its messages', () => {
  const paths = sources()
    .map(({ path }) => path)
    .filter((path) => /^web\/src\/(?!messages\/|testing\/).*(?<!\.test)\.tsx?$/.test(path))
  expect(paths.length).toBeGreaterThan(0)
  expect(paths.flatMap((path) => texts(path, readFileSync(join(root, path), 'utf8')))).toEqual([])
})

it.each([
  '<p>No links yet</p>',
  '<input placeholder="a name" />',
  "const label = 'Delete'",
  "const label = { name: 'Time zone' }",
  `const text = \`Delete \${name}?\``,
  `const text = \`\${count} links\``,
  `const text = \`<b class="\${name}">Delete <i>\``,
])('finds the text in %s', (code) => {
  expect(texts('a.tsx', code)).toHaveLength(1)
})

it.each([
  '<p className="clip">{text.empty}</p>',
  `<p className={\`clip \${end}\`} />`,
  "const down = key === 'ArrowDown'",
  `const path = \`/links/\${id}\``,
  "const name = 'time_zone'",
  "throw new Error('The page has no root')",
  "type Team = Schemas['Organization']",
  `pen.font = \`\${size}px \${family}\``,
  `const faded = \`color-mix(in srgb, transparent, \${color})\``,
  `const style = \`<style nonce="\${nonce}">\``,
  '<input placeholder="go.shop.example" />',
  "const BRANDS = { github: 'GitHub' }",
])('finds none in %s', (code) => {
  expect(texts('a.tsx', code)).toEqual([])
})

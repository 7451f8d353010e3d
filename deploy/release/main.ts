import { readFileSync } from 'node:fs'
import { type Component, refused } from './licences.rules.ts'

const [file = 'sbom.cdx.json'] = process.argv.slice(2)
const { components } = JSON.parse(readFileSync(file, 'utf8')) as { components: Component[] }
const lines = refused(components)
process.stdout.write(
  lines.length > 0
    ? `Licenses that are not allowed:\n${lines.join('\n')}\n`
    : `${components.length} components, all licenses allowed; ${file}\n`,
)
process.exitCode = lines.length > 0 ? 1 : 0

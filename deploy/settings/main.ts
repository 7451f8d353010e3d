import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingsPage } from './page.ts'
import { CONFIG_FILES, settingsIn } from './settings.ts'

const root = join(import.meta.dirname, '..', '..')

/** Writes a file again with its only match of a pattern replaced. */
function rewrite(file: string, pattern: RegExp, text: string): void {
  const path = join(root, file)
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace(pattern, () => text),
  )
}

writeFileSync(join(root, 'docs/settings.md'), await settingsPage())

const processes = await Promise.all(Object.values(CONFIG_FILES).map(settingsIn))
const quotas = processes.map((all) => all.filter(({ name }) => name.startsWith('QUOTA_')))
const explained = quotas
  .flat()
  .map(({ name, desc, default: limit }) => `# ${desc}.\n# ${name}=${limit}\n`)
rewrite('.env.example', /(# .*\n# QUOTA_.*\n)+/, explained.join(''))
for (const names of quotas.filter((it) => it.length > 0).map((all) => all.map((it) => it.name))) {
  const lines = names.map((it) => `      ${it}: \${${it}:-}\n`)
  rewrite('docker-compose.yml', new RegExp(`( +(${names.join('|')}): .*\n)+`), lines.join(''))
}

import { CONFIG_FILES, LOCAL_FILE, type Setting, settingsIn } from './settings.ts'

const HEAD = `# Settings

Made by \`pnpm gen:settings\` from what each process declares; do not edit.

A process reads its environment once, at its start, and says all mistakes at once. An empty value is none.
Any \`NAME\` can be given as \`NAME_FILE\`, the path of a file that holds the value, as secrets are kept.
[.env.example](../.env.example) has the same settings with more words, for \`npm start\` and
\`docker compose\`.
`

const defaultOf = (setting: Setting): string => {
  if (setting.default === undefined) return 'required'
  return setting.default === '' ? '' : `\`${setting.default}\``
}

const meaningOf = ({ desc, choices }: Setting): string =>
  [desc, choices.length > 0 ? choices.map((it) => `\`${it}\``).join(', ') : '']
    .filter(Boolean)
    .join(': ')

const table = (heads: string[], rows: string[][]): string => {
  const widths = heads.map((head, i) =>
    Math.max(head.length, ...rows.map((row) => row[i]?.length ?? 0)),
  )
  const line = (cells: string[]) =>
    `| ${cells.map((it, i) => it.padEnd(widths[i] ?? 0)).join(' | ')} |`
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

/** The text of docs/settings.md. */
export async function settingsPage(): Promise<string> {
  const readers = new Map<string, { setting: Setting; processes: string[] }>()
  for (const [process, file] of Object.entries(CONFIG_FILES)) {
    for (const setting of await settingsIn(file)) {
      const known = readers.get(setting.name)
      if (known) known.processes.push(process)
      else readers.set(setting.name, { setting, processes: [process] })
    }
  }
  const all = Object.keys(CONFIG_FILES).length
  const rows = [...readers.values()]
    .sort((a, b) => a.setting.name.localeCompare(b.setting.name))
    .map(({ setting, processes }) => [
      `\`${setting.name}\``,
      defaultOf(setting),
      processes.length === all ? 'all' : processes.join(', '),
      meaningOf(setting),
    ])
  const local = (await settingsIn(LOCAL_FILE))
    .filter(({ name }) => !readers.has(name))
    .map((setting) => [`\`${setting.name}\``, defaultOf(setting), meaningOf(setting)])
  return [
    HEAD,
    '## Of the processes\n',
    `${table(['Setting', 'Default', 'Read by', 'Meaning'], rows)}\n`,
    '## Of npm start alone\n',
    `${table(['Setting', 'Default', 'Meaning'], local)}\n`,
  ].join('\n')
}

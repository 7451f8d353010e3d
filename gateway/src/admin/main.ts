// Operator's commands for whole teams: each service reads, writes and removes the data that it stores.

import { resolve } from 'node:path'
import { type Command, runCommands, UsageError } from '@fingerpost/kit/process/command-line'
import { contentsOf, exportToFile } from '../moves/export-file.worker.ts'
import { importTeam } from '../moves/import.worker.ts'
import { withClients } from './clients.ts'
import { deleteTeam } from './delete-team.worker.ts'

function idOf(text: string): number {
  if (!/^[0-9]{1,15}$/.test(text)) throw new UsageError(`${text} is not an id.`)
  return Number(text)
}

const COMMANDS: Command[] = [
  {
    usage: 'org export <id> <file>',
    summary: 'Export a team to a new ZIP file',
    run: ([id = '', file = '']) => {
      const caller = { orgId: idOf(id), userId: 1, scopes: [] }
      return withClients(async (clients) =>
        contentsOf(await exportToFile(file, clients, { caller })),
      )
    },
  },
  {
    usage: 'org import <file>',
    summary: 'Import an exported team into a new team; can be repeated after a failure',
    options: {
      org: { value: 'id', summary: 'A team without data instead of a new one' },
      name: { value: 'name', summary: 'Name of the new team; that in the export if not set' },
    },
    run: ([file = ''], { org, name }) => {
      const target = { orgId: org === undefined ? undefined : idOf(org), name }
      return withClients((clients) => importTeam(file, target, clients))
    },
  },
  {
    usage: 'org delete <id>',
    summary: 'Export a team, then delete it with its links, clicks, domains, bio page and API keys',
    options: {
      name: { value: 'name', required: true, summary: 'Name of the team, as confirmation' },
      export: { value: 'file', summary: 'New ZIP file; team-<id>.zip in this folder if not set' },
      'no-export': { summary: 'Delete the team without an export' },
    },
    run: async ([id = ''], { name = '', ...given }) => {
      const orgId = idOf(id)
      const isKept = !('no-export' in given)
      if (!isKept && given.export) throw new UsageError('Set --export or --no-export, not both.')
      const file = resolve(given.export ?? `team-${orgId}.zip`)
      const caller = { orgId, userId: 1, scopes: [] }
      const deleted = await withClients(({ organizations: teams, ...parts }) => {
        const save = async () =>
          void (await exportToFile(file, { ...parts, organizations: teams }, { caller }))
        return deleteTeam({ orgId, name }, { teams, ...parts, save: isKept ? save : undefined })
      })
      return isKept ? { ...deleted, export: file } : deleted
    },
  },
]

await runCommands(COMMANDS, process.argv.slice(2))

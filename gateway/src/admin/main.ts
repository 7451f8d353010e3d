// Operator's commands for whole teams and for clicks of all teams: each service reads, writes and removes the data that
// it stores.

import { resolve } from 'node:path'
import { OPERATOR } from '@fingerpost/kit/audit/actor'
import type { AddressPrecision } from '@fingerpost/kit/net/ip'
import { type Command, runCommands, UsageError } from '@fingerpost/kit/process/command-line'
import { clickIpEnv, readEnv } from '@fingerpost/kit/process/env'
import { contentsOf, exportToFile } from '../moves/export-file.worker.ts'
import { importTeam } from '../moves/import.worker.ts'
import { withClients } from './clients.ts'
import { deleteTeam } from './delete-team.worker.ts'
import { eraseAddress } from './erase-address.worker.ts'

function idOf(text: string): number {
  if (!/^[0-9]{1,15}$/.test(text)) throw new UsageError(`${text} is not an id.`)
  return Number(text)
}

function timeOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new UsageError(`${text} is not a time.`)
  return time
}

const COMMANDS: Command[] = [
  {
    usage: 'clicks erase <address>',
    summary: 'Count the clicks from an address or a network in all teams, and delete them',
    options: {
      from: { value: 'time', summary: 'First time; 2026-10-01T00:00:00Z, for example' },
      to: { value: 'time', summary: 'Only clicks before this time' },
      confirm: { summary: 'Delete the clicks; without it, they are only counted' },
    },
    run: ([address = ''], { from, to, ...given }) => {
      const { CLICK_IP } = readEnv(clickIpEnv)
      const asked = { address, from: timeOf(from), to: timeOf(to), confirmed: 'confirm' in given }
      return withClients((clients) =>
        eraseAddress(asked, { ...clients, precision: CLICK_IP as AddressPrecision }),
      )
    },
  },
  {
    usage: 'org export <id> <file>',
    summary: 'Export a team to a new ZIP file',
    run: ([id = '', file = '']) => {
      const caller = { orgId: idOf(id), userId: 1, scopes: [], actor: OPERATOR }
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
      const isStored = !('no-export' in given)
      if (!isStored && given.export) throw new UsageError('Set --export or --no-export, not both.')
      const file = resolve(given.export ?? `team-${orgId}.zip`)
      const caller = { orgId, userId: 1, scopes: [], actor: OPERATOR }
      const deleted = await withClients(({ organizations: teams, ...parts }) => {
        const save = async () =>
          void (await exportToFile(file, { ...parts, organizations: teams }, { caller }))
        return deleteTeam({ orgId, name }, { teams, ...parts, save: isStored ? save : undefined })
      })
      return isStored ? { ...deleted, export: file } : deleted
    },
  },
]

await runCommands(COMMANDS, process.argv.slice(2))

// Manages the geographic data, with the settings of the processes that use them:
//   node kit/src/geo/main.ts update    fetches current country data to GEOIP_COUNTRY_DB
//   node kit/src/geo/main.ts status    shows the databases and their age
import { type Command, runCommands } from '../process/command-line.ts'
import { readEnv } from '../process/env.ts'
import { createLog } from '../process/log.ts'
import { describeSource, geoEnv, openSources } from './sources.ts'
import { updateCountries } from './update.ts'

const COMMANDS: Command[] = [
  {
    usage: 'geo update',
    summary: 'Fetch current country data',
    run: async () => {
      const file = readEnv(geoEnv).GEOIP_COUNTRY_DB
      if (!file) throw new Error('GEOIP_COUNTRY_DB is not set. Set it to the file to write.')
      return updateCountries(file)
    },
  },
  {
    usage: 'geo status',
    summary: 'Show the geographic data and their age',
    run: async () => {
      const log = createLog('geo', 'silent')
      return openSources(readEnv(geoEnv), 'city', log, 1_000).map(describeSource)
    },
  },
]

await runCommands(COMMANDS, ['geo', ...process.argv.slice(2)])

// Manages the geographic data, with the settings of the processes that use them:
//   node kit/src/geo/main.ts update    fetches current country data to GEOIP_COUNTRY_DB
//   node kit/src/geo/main.ts status    shows the databases and their age
import { type Command, readCommand } from '../process/command-line.ts'
import { readEnv } from '../process/env.ts'
import { createLog } from '../process/log.ts'
import { describeSource, geoEnv, openSources } from './sources.ts'
import { updateCountries } from './update.ts'

const config = readEnv(geoEnv)
const log = createLog('geo', 'silent')

const COMMANDS: Command[] = [
  {
    usage: 'geo update',
    summary: 'Fetch current country data',
    run: async () => {
      const file = config.GEOIP_COUNTRY_DB
      if (!file) throw new Error('GEOIP_COUNTRY_DB is not set. Set it to the file to write.')
      return updateCountries(file)
    },
  },
  {
    usage: 'geo status',
    summary: 'Show the geographic data and their age',
    run: async () => openSources(config, 'city', log, 1_000).map(describeSource),
  },
]

try {
  const answer = await readCommand(COMMANDS, ['geo', ...process.argv.slice(2)])()
  process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}

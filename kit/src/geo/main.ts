// The geographic data, by the settings of the processes that use them:
//   node kit/src/geo/main.ts update    fetches current country data and puts them at GEOIP_COUNTRY_DB
//   node kit/src/geo/main.ts status    which databases there are, and how old they are
import { readEnv } from '../env.ts'
import { createLog } from '../log.ts'
import { describeSource, geoEnv, openSources } from './sources.ts'
import { updateCountries } from './update.ts'

const config = readEnv(geoEnv)
const log = createLog('geo', 'silent')

async function run(): Promise<object> {
  const file = config.GEOIP_COUNTRY_DB
  const [verb] = process.argv.slice(2)
  if (verb === 'update' && file) return updateCountries(file)
  if (verb === 'status') return openSources(config, 'city', log, 1_000).map(describeSource)
  throw new Error(
    verb === 'update'
      ? 'GEOIP_COUNTRY_DB is not set. Set it to the file to write.'
      : 'Unknown command. Available: geo update, geo status',
  )
}

try {
  process.stdout.write(`${JSON.stringify(await run(), null, 2)}\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}

import { type Host, ownProcess, runService } from '@fingerpost/kit/process/service'
import { readConfig } from './config.ts'
import { startLink } from './service.ts'

export const main = (host: Host) => runService({ name: 'link', readConfig, start: startLink }, host)

if (import.meta.main) await main(ownProcess)

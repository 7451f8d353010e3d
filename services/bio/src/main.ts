import { type Host, ownProcess, runService } from '@fingerpost/kit/process/service'
import { readConfig } from './config.ts'
import { startBio } from './service.ts'

export const main = (host: Host) => runService({ name: 'bio', readConfig, start: startBio }, host)

if (import.meta.main) await main(ownProcess)

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { connect } from '@fingerpost/kit/grpc/client'
import type { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { clientsOf } from '../gateway/src/admin/clients.ts'
import { localStack } from './stack.ts'

/** Where `npm start` stores the gRPC secret; other stacks do not expose it. */
const secretFile = join(dirname(process.env.FINGERPOST_STACK ?? ''), 'grpc-secret')

/** Whether the services of the stack can be called directly. */
export const canCall = (): boolean => localStack() !== undefined && existsSync(secretFile)

/** The clients that commands for whole teams use. */
export function internalClients(lifecycle: Lifecycle) {
  const open = (name: string) => {
    const address = localStack()?.grpc[name] ?? ''
    const channel = connect(address, readFileSync(secretFile, 'utf8').trim())
    return lifecycle.own(name, channel, (it) => it.close())
  }
  const channels = {
    catalog: open('catalog'),
    link: open('link'),
    bio: open('bio'),
    analytics: open('analytics'),
  }
  return clientsOf(channels, '0.0.0')
}

/** The environment of those commands. */
export const serviceEnv = (): NodeJS.ProcessEnv => ({
  ...process.env,
  GRPC_SHARED_SECRET: readFileSync(secretFile, 'utf8').trim(),
  ...Object.fromEntries(
    Object.entries(localStack()?.grpc ?? {}).map(([name, at]) => [
      `${name.toUpperCase().replaceAll('-', '_')}_ADDRESS`,
      at,
    ]),
  ),
})

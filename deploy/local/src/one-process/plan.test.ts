import { expect, it } from 'vitest'
import { environmentOf, PLANS, type ServicePlan, shareEnvironment } from './plan.ts'

const link = { PATH: '/bin', REDIS_URL: 'redis://a', GRPC_PORT: '1', QUOTA_LINKS: undefined }
const gateway = { PATH: '/bin', REDIS_URL: 'redis://a', HTTP_PORT: '2', GRPC_PORT: '3' }

const plan = (env: Record<string, string>): ServicePlan => ({
  name: 'link',
  entry: 'main.ts',
  logFile: 'link.log',
  env,
})

it('each service has the environment that it would have as a separate process', () => {
  const { common, own } = shareEnvironment([{ env: link }, { env: gateway }])
  const process = { ...common, [PLANS]: '[]' }

  expect(common).toEqual({ PATH: '/bin', REDIS_URL: 'redis://a' })
  expect(own.map((it) => environmentOf(plan(it), process))).toEqual([
    { PATH: '/bin', REDIS_URL: 'redis://a', GRPC_PORT: '1' },
    gateway,
  ])
})

it('a service does not receive the settings of another one', () => {
  const { common, own } = shareEnvironment([{ env: gateway }, { env: link }])

  expect(environmentOf(plan(own[1] ?? {}), common)).not.toHaveProperty('HTTP_PORT')
})

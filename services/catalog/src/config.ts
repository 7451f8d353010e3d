import { grpcEnv, insiderEnv, processEnv, readEnv, redisEnv, str, url } from '@fingerpost/kit/env'

export const readConfig = () =>
  readEnv({
    ...processEnv,
    ...grpcEnv,
    ...insiderEnv,
    ...redisEnv,
    DATABASE_URL: url({ desc: 'Postgres database of the catalog' }),
    INITIAL_API_KEY: str({
      default: '',
      desc: 'Key of the first team; made and logged when absent',
    }),
    INITIAL_DOMAIN: str({ default: 'localhost', desc: 'First domain of the first team' }),
  })

export type Config = ReturnType<typeof readConfig>

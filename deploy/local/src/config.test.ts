import { expect, it } from 'vitest'
import { readConfig, withoutChoices } from './config.ts'

it('listens on port 8080 of loopback, with its own stores in .data', () => {
  expect(readConfig({}, '/clone')).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    dataFolder: '/clone/.data',
    databaseUrl: '',
    redisQueueUrl: '',
    clickhouseUrl: '',
    initialDomain: 'localhost',
  })
})

it('keeps daily backups in the data folder, or in a folder of the operator', () => {
  const of = (env: NodeJS.ProcessEnv) => readConfig(env, '/clone').backups

  expect(of({ FINGERPOST_DATA: '/data' })).toMatchObject({
    BACKUP_FOLDER: '/data/backups',
    BACKUP_AT: '03:15',
  })
  expect(of({ BACKUP_FOLDER: 'there' }).BACKUP_FOLDER).toBe('/clone/there')
  expect(() => of({ BACKUP_AT: 'daily' })).toThrow('BACKUP_AT is not a time of day')
})

it('accepts one Redis for both roles, or one for each', () => {
  const one = readConfig({ REDIS_URL: 'redis://a' }, '/')
  const two = readConfig({ REDIS_CACHE_URL: 'redis://a', REDIS_QUEUE_URL: 'redis://b' }, '/')
  const mixed = readConfig({ REDIS_URL: 'redis://a', REDIS_QUEUE_URL: 'redis://b' }, '/')

  expect([one.redisCacheUrl, one.redisQueueUrl]).toEqual(['redis://a', 'redis://a'])
  expect([two.redisCacheUrl, two.redisQueueUrl]).toEqual(['redis://a', 'redis://b'])
  expect([mixed.redisCacheUrl, mixed.redisQueueUrl]).toEqual(['redis://a', 'redis://b'])
})

it('rejects one role of Redis without the other', () => {
  expect(() => readConfig({ REDIS_QUEUE_URL: 'redis://b' }, '/')).toThrow('go together')
})

it('reads the number of copies', () => {
  const of = (FINGERPOST_COPIES: string) => readConfig({ FINGERPOST_COPIES }, '/').copies

  expect(of('')).toEqual({})
  expect(of('redirect=4, gateway=2,')).toEqual({ redirect: 4, gateway: 2 })
  for (const wrong of [
    'redirect',
    'link=2',
    'redirect=0',
    'redirect=65',
    'redirect=-1',
    'redirect=2,redirect=3',
  ]) {
    expect(() => of(wrong), wrong).toThrow('FINGERPOST_COPIES')
  }
})

it('names an invalid port', () => {
  expect(() => readConfig({ FINGERPOST_PORT: 'eighty' }, '/')).toThrow('FINGERPOST_PORT')
})

it('removes the settings of the operator’s own stack from the environment of tests', () => {
  const env = { DATABASE_URL: 'postgres://real', DATABASE_URL_FILE: '/run/x', LOG_LEVEL: 'warn' }

  expect(withoutChoices(env)).toEqual({ LOG_LEVEL: 'warn' })
})

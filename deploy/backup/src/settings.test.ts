import { readEnv } from '@fingerpost/kit/process/env'
import { expect, it } from 'vitest'
import { dailyEnv } from './settings.ts'

it.each(['3am', '24:00', '03:60', '3:15', '03:15:00'])('BACKUP_AT=%s is refused', (BACKUP_AT) => {
  expect(() => readEnv(dailyEnv, { BACKUP_AT })).toThrow(
    'BACKUP_AT is not a time of day, such as 03:15, or never',
  )
})

it('BACKUP_AT is a time of day or never', () => {
  const read = (BACKUP_AT: string) => readEnv(dailyEnv, { BACKUP_AT }).BACKUP_AT
  expect(['', '23:59', 'never'].map(read)).toEqual(['03:15', '23:59', 'never'])
})

it.each(['backups', 's3://bucket', 'https://s3.example.com'])(
  'BACKUP_S3_URL=%s is refused',
  (BACKUP_S3_URL) => {
    expect(() => readEnv(dailyEnv, { BACKUP_S3_URL })).toThrow(
      'BACKUP_S3_URL is not the URL of a bucket, such as https://host/bucket/folder',
    )
  },
)

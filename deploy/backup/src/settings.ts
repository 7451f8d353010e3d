import { count, makeValidator, str } from '@fingerpost/kit/process/env'

const timeOfDay = makeValidator<string>((raw) => {
  if (raw !== 'never' && !/^([01]\d|2[0-3]):[0-5]\d$/.test(raw)) {
    throw new Error('is not a time of day, such as 03:15, or never')
  }
  return raw
})

const bucketUrl = makeValidator<string>((raw) => {
  const { protocol = '', pathname = '/' } = URL.parse(raw) ?? {}
  if (!/^https?:$/.test(protocol) || pathname === '/') {
    throw new Error('is not the URL of a bucket, such as https://host/bucket/folder')
  }
  return raw
})

/** Settings of daily backups. */
export const dailyEnv = {
  BACKUP_FOLDER: str({ default: '/backups', desc: 'Folder of daily backups' }),
  BACKUP_AT: timeOfDay({
    default: '03:15',
    desc: 'Time of the daily backup, HH:MM in UTC; never: no daily backup',
  }),
  BACKUP_KEEP_DAYS: count({
    default: 7,
    desc: 'Number of days for which the newest backup of each day is kept',
  }),
  BACKUP_KEEP_WEEKS: count({
    default: 5,
    desc: 'Number of weeks for which the newest backup of each week is kept',
  }),
  BACKUP_S3_URL: bucketUrl({
    default: '',
    desc: 'S3-compatible bucket for daily backups: https://host/bucket/folder',
  }),
  BACKUP_S3_ACCESS_KEY: str({ default: '', desc: 'Access key of the bucket' }),
  BACKUP_S3_SECRET_KEY: str({ default: '', desc: 'Secret key of the bucket' }),
  BACKUP_S3_REGION: str({ default: 'us-east-1', desc: 'Region of the bucket' }),
}

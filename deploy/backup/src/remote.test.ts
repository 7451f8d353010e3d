import { expect, it } from 'vitest'
import { BackupError } from './backup-error.ts'
import { openRemote } from './remote.ts'

it.each(['', 'bucket/folder'])(
  'the bucket URL "%s" is rejected with an error that shows the required form',
  (url) => {
    const settings = {
      BACKUP_S3_URL: url,
      BACKUP_S3_ACCESS_KEY: '',
      BACKUP_S3_SECRET_KEY: '',
      BACKUP_S3_REGION: '',
    }
    expect(() => openRemote(settings)).toThrow(BackupError)
    expect(() => openRemote(settings)).toThrow('BACKUP_S3_URL must be https://host/bucket/folder')
  },
)

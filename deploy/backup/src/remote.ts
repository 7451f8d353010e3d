import { createWriteStream, mkdirSync, openAsBlob, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { S3mini } from 's3mini'
import { BackupError } from './backup-error.ts'
import { factsOf } from './file.ts'
import { type BackupFacts, readFacts, writeFacts } from './stores.ts'

export interface RemoteSettings {
  /** URL of the bucket or of a folder in it. */
  BACKUP_S3_URL: string
  BACKUP_S3_ACCESS_KEY: string
  BACKUP_S3_SECRET_KEY: string
  BACKUP_S3_REGION: string
}

/**
 * Backups in a bucket: `backups/<name>.json` lists the files of a backup, `files/<sha256>` has
 * their contents. Files of several backups are stored once. Throws BackupError if the URL is not valid.
 */
export function openRemote(settings: RemoteSettings) {
  if (!URL.canParse(settings.BACKUP_S3_URL)) {
    throw new BackupError('BACKUP_S3_URL must be https://host/bucket/folder.')
  }
  const url = new URL(settings.BACKUP_S3_URL)
  const [, bucket = '', ...path] = url.pathname.replace(/\/+$/, '').split('/')
  const prefix = path.length > 0 ? `${path.join('/')}/` : ''
  const s3 = new S3mini({
    endpoint: `${url.origin}/${bucket}`,
    region: settings.BACKUP_S3_REGION,
    accessKeyId: settings.BACKUP_S3_ACCESS_KEY,
    secretAccessKey: settings.BACKUP_S3_SECRET_KEY,
  })
  const listKey = (name: string) => `${prefix}backups/${name}.json`
  const fileKey = (sha256: string) => `${prefix}files/${sha256}`

  async function keysBelow(folder: string): Promise<string[]> {
    const listed = await s3.listObjects('/', `${prefix}${folder}/`)
    return (listed ?? []).map(({ Key }) => Key)
  }

  const names = async (): Promise<string[]> =>
    (await keysBelow('backups')).map((key) => key.slice(listKey('').length - '.json'.length, -5))

  /** The facts of a backup. Throws BackupError if it is not in the bucket. */
  async function read(name: string): Promise<BackupFacts> {
    const text = await s3.getObject(listKey(name))
    if (text === null) throw new BackupError(`There is no backup ${name} in the bucket.`)
    return JSON.parse(text)
  }

  return {
    names,

    /** Uploads a backup, its list last. Returns the number of files that were new in the bucket. */
    async push(folder: string, name: string): Promise<number> {
      const facts = readFacts(folder)
      const there = new Set(await keysBelow('files'))
      let sent = 0
      for (const [path, { sha256, bytes }] of Object.entries(facts.files)) {
        if (there.has(fileKey(sha256))) continue
        const blob = await openAsBlob(join(folder, path))
        await s3.putAnyObject(fileKey(sha256), blob, undefined, undefined, undefined, bytes)
        there.add(fileKey(sha256))
        sent++
      }
      await s3.putObject(listKey(name), JSON.stringify(facts), 'application/json')
      return sent
    },

    /** Downloads a backup into a new folder. Throws if a file differs from the uploaded one. */
    async fetch(name: string, folder: string): Promise<BackupFacts> {
      const facts = await read(name)
      const making = `${folder}.making`
      rmSync(making, { recursive: true, force: true })
      mkdirSync(making, { recursive: true, mode: 0o700 })
      for (const [path, { sha256 }] of Object.entries(facts.files)) {
        const file = join(making, path)
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
        const response = await s3.getObjectResponse(fileKey(sha256))
        if (!response?.body) throw new Error(`The bucket does not have ${path} of ${name}.`)
        const body = Readable.fromWeb(response.body as ReadableStream)
        await pipeline(body, createWriteStream(file, { mode: 0o600 }))
        const found = await factsOf(file)
        if (found.sha256 !== sha256) throw new Error(`${path} of ${name} is damaged in the bucket.`)
      }
      writeFacts(making, facts)
      renameSync(making, folder)
      return facts
    },

    /** Deletes backups, and then the files that no other backup uses. */
    async remove(gone: readonly string[]): Promise<void> {
      if (gone.length === 0) return
      await s3.deleteObjects(gone.map(listKey))
      const left = await Promise.all((await names()).map(read))
      const used = new Set(
        left.flatMap(({ files = {} }) => Object.values(files).map((it) => fileKey(it.sha256))),
      )
      const unused = (await keysBelow('files')).filter((key) => !used.has(key))
      if (unused.length > 0) await s3.deleteObjects(unused)
    },
  }
}

export type Remote = ReturnType<typeof openRemote>

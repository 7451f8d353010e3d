import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDocument } from './service.ts'

/** `pnpm gen:api`: the document as it is committed, and as clients are made from. */
const file = join(import.meta.dirname, '..', '..', '..', 'docs', 'api', 'openapi.json')
writeFileSync(file, `${JSON.stringify(await makeDocument(), null, 2)}\n`)

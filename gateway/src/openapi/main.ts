import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDocument } from './service.ts'

/** `pnpm gen:api`: writes the committed OpenAPI document, from which clients are generated. */
const file = join(import.meta.dirname, '..', '..', '..', 'docs', 'api', 'openapi.json')
writeFileSync(file, `${JSON.stringify(await makeDocument(), null, 2)}\n`)

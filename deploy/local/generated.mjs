// The end of `pnpm gen`.
import { fileURLToPath } from 'node:url'
import { markBuilt, PROTOS, sourcesOf } from './built.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
markBuilt(root, PROTOS, sourcesOf(root, PROTOS))

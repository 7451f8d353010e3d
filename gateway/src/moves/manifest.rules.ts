import { parseJson } from '@fingerpost/kit/text/json'
import { MOVED, type MovedKind } from '@fingerpost/protos/moved-kinds'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'

export const KINDS: readonly MovedKind[] = MOVED.map(({ kind }) => kind)
export const MANIFEST = 'manifest.json'
const FORMAT = 'fingerpost-export'
const VERSION = 1

/** The name of the file with the lines of a kind. */
export const fileOf = (kind: MovedKind): string => `${kind}.ndjson`

/** A file of an export as the manifest describes it. */
const MovedFile = Type.Object(
  {
    lines: Type.Integer({ minimum: 0 }),
    bytes: Type.Integer({ minimum: 0 }),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  },
  { additionalProperties: false },
)
export type MovedFile = Static<typeof MovedFile>

const Manifest = Type.Object({
  format: Type.Literal(FORMAT),
  version: Type.Literal(VERSION),
  product_version: Type.String({ maxLength: 100 }),
  created_at: Type.String({ maxLength: 30 }),
  organization: Type.Object({
    id: Type.String({ maxLength: 20 }),
    name: Type.String({ maxLength: 512 }),
    slug: Type.String({ maxLength: 64 }),
  }),
  files: Type.Object(
    Object.fromEntries(KINDS.map((kind) => [kind, MovedFile])) as Record<
      MovedKind,
      typeof MovedFile
    >,
    { additionalProperties: false },
  ),
})

/** The last file of an export, without which it is incomplete. */
export type Manifest = Static<typeof Manifest>

/** The parts of a manifest that are the same for every export of this version. */
export const MANIFEST_HEAD = { format: FORMAT, version: VERSION } as const

/** Parses a manifest. Returns an error message if this release cannot import it. */
export function readManifest(text: string): Manifest | string {
  const value = parseJson(text)
  if (Check(Manifest, value)) return value
  const { format, version } = (value ?? {}) as Partial<Manifest>
  if (format !== FORMAT) return 'The file is not an export of a team.'
  if (typeof version !== 'number')
    return 'The manifest of the export is damaged: its version is not a number.'
  if (version !== VERSION)
    return `The export has version ${version}; this release reads version ${VERSION}.`
  return 'The manifest of the export is damaged.'
}

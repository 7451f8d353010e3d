import { type Static, Type } from 'typebox'
import {
  DateTime,
  Id,
  Nullable,
  OptionalText,
  OptionalUrl,
  PageQuery,
} from '../../schema/shared.schema.ts'
import { ignored, OptionalEmail, word } from '../../schema/text.schema.ts'
import { PublicOrganization } from '../organization/organization.schema.ts'
import { PLATFORM_TYPES } from './platform.rules.ts'

const PlatformType = Type.Unsafe<string>({ type: 'string', enum: PLATFORM_TYPES })
const Text = Nullable(Type.String())

export const BioLink = Type.Object(
  { id: Type.Integer(), type: PlatformType, url: Type.String(), title: Text, username: Text },
  { title: 'BioLink' },
)

export const Bio = Type.Object(
  {
    id: Type.Integer({ description: '0 if the team has no page yet' }),
    organization: PublicOrganization,
    bio: Nullable(Type.Object({ title: Text, subtitle: Text, email: Text, image: Text })),
    links: Type.Array(BioLink, { description: 'The enabled ones, in order' }),
  },
  { title: 'Bio' },
)

export const EditableBioLink = Type.Object(
  {
    id: Type.Integer(),
    type: PlatformType,
    url: Type.String(),
    title: Text,
    order: Type.Integer({ description: 'Place in the list, from 0' }),
    enabled: Type.Boolean(),
    clicks: Type.Integer({ description: 'Clicks on the link on the public page, without bots' }),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'EditableBioLink' },
)

const profile = {
  title: OptionalText(512),
  subtitle: OptionalText(512),
  email: OptionalEmail,
  image: OptionalUrl(),
}

const Profile = Type.Object(profile, { additionalProperties: false })

/** Accepts the fields themselves and a Bio as it was read; top-level fields take precedence. */
export const UpdateBio = Type.Object(
  {
    ...ignored(['id', 'organization', 'links']),
    bio: Type.Optional(
      Type.Unsafe<Static<typeof Profile> | null>({ ...Profile, type: ['object', 'null'] }),
    ),
    ...profile,
  },
  { additionalProperties: false },
)

const Draft = Type.Optional(
  Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 8_192 }),
)

/** A profile while it is being typed: not every field is valid. */
export const PreviewBio = Type.Object(
  { title: Draft, subtitle: Draft, email: Draft, image: Draft },
  { additionalProperties: false },
)

export const BioPreview = Type.Object(
  { html: Type.String({ description: 'A complete HTML document without scripts' }) },
  { title: 'BioPreview' },
)

const Picture = { schema: { type: 'string', format: 'binary' } }

/** A file; bio checks its content. */
export const UploadBioImage = {
  content: { 'image/png': Picture, 'image/jpeg': Picture, 'image/webp': Picture },
}

/** A full URL, or a username of the type's platform. */
const target = {
  description: 'An absolute http or https URL, or a plain username (name or @name) with a type',
  if: { pattern: '^\\s*[a-zA-Z][a-zA-Z0-9+.-]*:' },
  // biome-ignore lint/suspicious/noThenProperty: the word of JSON Schema.
  then: { 'x-url': 'http' },
  else: {
    pattern: `^@?(?!@)${word('/\\\\:?#%"\'<>', 320)}$`,
    'x-fault': {
      code: 'invalid_url',
      detail: 'must be an absolute http or https URL, or a plain username',
    },
  },
}
const Target = Type.Unsafe<string>({ type: 'string', ...target })

const readOnly = ignored(['id', 'order', 'username', 'clicks', 'created_at', 'updated_at'])
const linkFields = {
  type: Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], enum: [...PLATFORM_TYPES, null] }),
  ),
  title: OptionalText(512),
  enabled: Type.Optional(Type.Boolean()),
}

export const CreateBioLink = Type.Object(
  { ...readOnly, url: Target, ...linkFields },
  { additionalProperties: false },
)

export const UpdateBioLink = Type.Object(
  { ...readOnly, url: Type.Optional(Target), ...linkFields },
  { additionalProperties: false },
)

export const ListBioLinksQuery = Type.Object(PageQuery, { additionalProperties: false })

/** Accepted in this form or as the bare array. */
export const BioLinkOrder = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        { id: Id, index: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }) },
        { additionalProperties: false },
      ),
      { maxItems: 1_000 },
    ),
  },
  { additionalProperties: false },
)

export const OrderedBioLinks = Type.Object({ items: Type.Array(EditableBioLink) })

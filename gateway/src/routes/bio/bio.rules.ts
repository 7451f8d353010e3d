import type { BioPage, UpdateBioPageRequest } from '@fingerpost/protos/bio/v1/bio'
import {
  type BioLink as BioLinkMessage,
  type CreateBioLinkRequest,
  Platform,
  type UpdateBioLinkRequest,
} from '@fingerpost/protos/bio/v1/bio_link'
import type { Static } from 'typebox'
import { bodyOf } from '../../schema/body.mapper.ts'
import { clearedFields } from '../../schema/update.rules.ts'
import {
  type Bio,
  BioLink,
  type CreateBioLink,
  EditableBioLink,
  type UpdateBio,
  type UpdateBioLink,
} from './bio.schema.ts'
import { platformOf, typeOf } from './platform.rules.ts'

/** An update of the profile; a page that was read can be sent back in its nested form. */
export function toUpdateBioRequest({
  bio,
  ...body
}: Static<typeof UpdateBio>): UpdateBioPageRequest {
  const { title, subtitle, email, image } = { ...bio, ...body }
  return {
    title: title ?? undefined,
    subtitle: subtitle ?? undefined,
    email: email ?? undefined,
    image: image ?? undefined,
    clear: clearedFields({ title, subtitle, email, image }),
  }
}

export const toCreateRequest = (body: Static<typeof CreateBioLink>): CreateBioLinkRequest => ({
  url: body.url,
  platform: platformOf(body.type) ?? Platform.PLATFORM_UNSPECIFIED,
  title: body.title ?? undefined,
  enabled: body.enabled,
})

export const toUpdateRequest = (
  id: number,
  { url, type, title, enabled }: Static<typeof UpdateBioLink>,
): UpdateBioLinkRequest => ({
  id,
  url,
  platform: platformOf(type),
  title: title ?? undefined,
  enabled,
  clear: clearedFields({ type, title }),
})

/** The page as the API returns it. */
export const toBioBody = ({
  id,
  organization: team,
  profile,
  links,
}: BioPage): Static<typeof Bio> => ({
  id,
  organization: {
    id: String(team?.id ?? ''),
    name: team?.name ?? '',
    slug: team?.slug ?? '',
    logo: team?.logo ?? null,
  },
  bio: profile
    ? {
        title: profile.title ?? null,
        subtitle: profile.subtitle ?? null,
        email: profile.email ?? null,
        image: profile.image ?? null,
      }
    : null,
  links: links.map((link) => toPublicBody({ ...link, type: typeOf(link.platform) })),
})

/** A link as the API returns it for editing. */
export const toEditableBody = (link: BioLinkMessage): Static<typeof EditableBioLink> =>
  toLinkBody({ ...link, type: typeOf(link.platform) })

const toLinkBody = bodyOf(EditableBioLink)
const toPublicBody = bodyOf(BioLink)

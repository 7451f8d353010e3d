import type { Operations } from '../../schema/operation.schema.ts'
import { PUBLIC_ORGANIZATION_EXAMPLE } from '../organization/organization.docs.ts'

const PROFILE = {
  title: 'Shop',
  subtitle: 'Since 1999',
  email: 'hello@shop.example',
  image: 'https://shop.example/logo.png',
}
const BIO = {
  id: 2,
  organization: PUBLIC_ORGANIZATION_EXAMPLE,
  bio: PROFILE,
  links: [
    {
      id: 21,
      type: 'instagram',
      url: 'https://www.instagram.com/shop',
      title: null,
      username: 'shop',
    },
  ],
}
const LINK = {
  id: 21,
  type: 'instagram',
  url: 'https://www.instagram.com/shop',
  title: null,
  order: 0,
  enabled: true,
  clicks: 83,
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-01T08:00:00.000Z',
}

export const bioDocs: Operations = {
  'GET /bio': { id: 'getBio', summary: 'Read the bio page', tag: 'Bio page', answer: BIO },
  'PUT /bio': {
    id: 'updateBio',
    summary: 'Change the bio page',
    tag: 'Bio page',
    request: PROFILE,
    answer: BIO,
  },
  'PUT /bio/image': {
    id: 'uploadBioImage',
    summary: 'Upload the image of the bio page',
    description:
      'A PNG, JPEG or WebP file of at most 5 MB and 16 megapixels, a JPEG of at most 100 scans. An image that takes more than 3 seconds of processor time to decode is rejected, and further uploads of the team are answered with 429 for a minute. The image is cropped to a square, scaled to 400 × 400 pixels, and stored as WebP without metadata. Its URL becomes the `image` of the page, and the image uploaded before is deleted. To remove the image, set `image` to null.',
    tag: 'Bio page',
    requests: { 'image/png': '', 'image/jpeg': '', 'image/webp': '' },
    answer: BIO,
  },
  'POST /bio/preview': {
    id: 'previewBio',
    summary: 'Preview the bio page',
    description:
      'Renders the public page with these fields. Nothing is saved, and an `Idempotency-Key` is ignored. Absent and invalid fields keep their saved value.',
    tag: 'Bio page',
    request: { title: 'Shop' },
    answer: { html: '<!doctype html><html lang="en">…</html>' },
  },
  'GET /bio/link': {
    id: 'listBioLinks',
    summary: 'List the links of the bio page',
    tag: 'Bio page',
    answer: { items: [LINK], total: 1, offset: 0, limit: 25 },
  },
  'POST /bio/link': {
    id: 'createBioLink',
    summary: 'Add a link to the bio page',
    description:
      'Takes a full URL, or a username with the type of its platform. A URL on no known platform is a `website`; without a title, the page shows its host.',
    tag: 'Bio page',
    request: { type: 'instagram', url: '@shop' },
    answer: LINK,
  },
  'PUT /bio/link/order': {
    id: 'orderBioLinks',
    summary: 'Reorder the links of the bio page',
    description:
      'Links that are not listed keep their order after those that are. A bare array is accepted, too.',
    tag: 'Bio page',
    request: { items: [{ id: 21, index: 0 }] },
    answer: { items: [LINK] },
  },
  'GET /bio/link/{id}': {
    id: 'getBioLink',
    summary: 'Read a link of the bio page',
    tag: 'Bio page',
    answer: LINK,
  },
  'PUT /bio/link/{id}': {
    id: 'updateBioLink',
    summary: 'Change a link of the bio page',
    tag: 'Bio page',
    request: { enabled: false },
    answer: { ...LINK, enabled: false },
  },
  'DELETE /bio/link/{id}': {
    id: 'deleteBioLink',
    summary: 'Delete a link of the bio page',
    tag: 'Bio page',
    answer: { id: 21, deleted: true },
  },
}

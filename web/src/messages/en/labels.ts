import { counted } from '../../shared/counted.ts'

/** Texts of the folders and tags. */
export const text = {
  folder: {
    title: 'Folders',
    purpose: 'A link is in one folder or in none: one for each customer, campaign or department.',
    create: 'Create folder',
    edit: 'Edit folder',
    none: 'No folder yet',
    search: 'Search folders',
    noMatch: 'No folders match',
    delete: 'Delete folder',
    deleted: (name: string) => `Deleted the folder “${name}”`,
    afterDelete: 'Its links remain, without the folder. This cannot be undone.',
  },
  tag: {
    title: 'Tags',
    purpose: 'A link has any number of tags, to find and count together what belongs together.',
    create: 'Create tag',
    edit: 'Edit tag',
    none: 'No tag yet',
    search: 'Search tags',
    noMatch: 'No tags match',
    delete: 'Delete tag',
    deleted: (name: string) => `Deleted the tag “${name}”`,
    afterDelete: 'Its links remain, without the tag. This cannot be undone.',
  },
  searchNames: 'Search names',
  analytics: 'Analytics',
  links: (links: number) => counted(links, 'link', 'links'),
  clicks: (clicks: number) => counted(clicks, 'click', 'clicks'),
  /** `links` is `5 links`, or `Links` if their number is unknown. */
  linksIn: (links: string, name: string) => `${links} in ${name}`,
  /** `clicks` is `5 clicks`, or `Analytics` if their number is unknown. */
  clicksIn: (clicks: string, name: string) => `${clicks} of links in ${name}`,
  editNamed: (name: string) => `Edit ${name}`,
  editByKey: 'Edit (e)',
  deleteNamed: (name: string) => `Delete ${name}`,
  askDelete: (name: string) => `Delete “${name}”?`,
  color: 'Color',
  noColor: 'None',
  pickColor: 'Pick a color from the screen',
}

import { counted } from '../../shared/counted.ts'

/** Texts of the links of the bio page. */
export const text = {
  noLinks: 'Add links to your website and to your profiles on social platforms.',
  addLink: 'Add link',
  editLink: 'Edit link',
  url: 'URL or username',
  urlOrName:
    'A full URL, or a username with a platform selected. For any other site, select Website.',
  platform: 'Platform',
  detect: 'Detect from URL',
  website: 'Website',
  label: 'Label',
  defaultLabel: 'Name of the platform, or host of the website',
  clicks: (clicks: number) => counted(clicks, 'click', 'clicks'),
  moveNamed: (link: string) => `Move ${link}`,
  showNamed: (link: string) => `Show ${link}`,
  editNamed: (link: string) => `Edit ${link}`,
  deleteNamed: (link: string) => `Delete ${link}`,
  askDelete: (link: string) => `Delete “${link}”?`,
  deleteLink: 'Delete link',
  deleted: (link: string) => `Deleted “${link}”`,
  afterDelete: 'It disappears from your bio page. This cannot be undone.',
}

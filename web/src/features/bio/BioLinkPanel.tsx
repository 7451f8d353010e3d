import { TextInput } from '@mantine/core'
import { text } from '#messages/bio-links.ts'
import { text as words } from '#messages/shared.ts'
import { FormPanel } from '../../shared/FormPanel.tsx'
import { SearchSelect } from '../../shared/SearchSelect.tsx'
import { useSaving } from '../../shared/saving.ts'
import { completeUrl } from '../../shared/url-input.rules.ts'
import { type BioLink, type BioLinkForm, BRANDS, saveBioLink } from './bio.queries.ts'

const CHOICES = Object.entries({ website: text.website, ...BRANDS }).map(([value, label]) => ({
  value,
  label,
}))

const LABELS = { url: text.url, type: text.platform, title: text.label }

interface BioLinkPanelProps {
  /** The link to edit; undefined creates one. */
  link: BioLink | undefined
  close: () => void
}

/** The URL or username. On a chosen platform, `jane.doe` is a username; with a path, it is a URL. */
const urlOf = ({ url, type }: BioLinkForm): string =>
  !type || type === 'website' || url.includes('/') ? completeUrl(url) : url

export function BioLinkPanel({ link, close }: BioLinkPanelProps) {
  const initial: BioLinkForm = {
    url: link?.url ?? '',
    type: link?.type ?? null,
    title: link?.title ?? '',
  }
  const form = useSaving({
    initial,
    labels: LABELS,
    save: (values) => saveBioLink(link?.id, { ...values, url: urlOf(values) }),
    changes: ['bio'],
    saved: close,
  })
  return (
    <FormPanel
      {...form}
      title={link ? text.editLink : text.addLink}
      save={link ? words.save : words.add}
      close={close}
    >
      <TextInput {...form.field('url')} description={text.urlOrName} required data-autofocus />
      <SearchSelect {...form.field('type')} placeholder={text.detect} clearable data={CHOICES} />
      <TextInput {...form.field('title')} placeholder={text.defaultLabel} />
    </FormPanel>
  )
}

import { Select, TextInput } from '@mantine/core'
import { FormPanel } from '../../shared/FormPanel.tsx'
import { useSaving } from '../../shared/saving.ts'
import {
  type BioLink,
  type BioLinkForm,
  PLATFORMS,
  type Platform,
  saveBioLink,
} from './bio.queries.ts'

const CHOICES = Object.entries(PLATFORMS).map(([value, label]) => ({ value, label }))

const LABELS = { url: 'URL or username', type: 'Platform', title: 'Label' }

interface BioLinkPanelProps {
  /** The link to edit; undefined creates one. */
  link: BioLink | undefined
  close: () => void
}

export function BioLinkPanel({ link, close }: BioLinkPanelProps) {
  const initial: BioLinkForm = {
    url: link?.url ?? '',
    type: link?.type ?? '',
    title: link?.title ?? '',
  }
  const form = useSaving({
    initial,
    save: (values) => saveBioLink(link?.id, values),
    changes: ['bio'],
    saved: close,
  })
  const { values, set, errorOf } = form
  return (
    <FormPanel
      {...form}
      title={link ? 'Edit link' : 'Add link'}
      save={link ? 'Save' : 'Add'}
      labels={LABELS}
      close={close}
    >
      <TextInput
        label={LABELS.url}
        description="A full URL, or a username with a platform selected. For any other site, select Website."
        required
        data-autofocus
        value={values.url}
        error={errorOf('url')}
        onChange={({ currentTarget }) => set({ url: currentTarget.value })}
      />
      <Select
        label={LABELS.type}
        placeholder="Detect from URL"
        clearable
        searchable
        data={CHOICES}
        value={values.type || null}
        error={errorOf('type')}
        onChange={(type) => set({ type: (type as Platform | null) ?? '' })}
      />
      <TextInput
        label={LABELS.title}
        placeholder="Name of the platform, or host of the website"
        value={values.title}
        error={errorOf('title')}
        onChange={({ currentTarget }) => set({ title: currentTarget.value })}
      />
    </FormPanel>
  )
}

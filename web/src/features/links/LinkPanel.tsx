import { Center, Drawer, Loader } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useDomains } from '../../api/choices.ts'
import { useFocusBack } from '../../shared/focus-back.ts'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { LinkEditor } from './LinkEditor.tsx'
import { type Link, useLink } from './link.queries.ts'
import { toForm } from './link-form.rules.ts'

interface LinkPanelProps {
  /** The link to edit; undefined creates one. */
  id: string | undefined
  /** The link that a new one is copied from. */
  copyOf: string | undefined
  close: () => void
}

/** The panel that creates or edits a link, next to the list. */
export function LinkPanel({ id, copyOf, close }: LinkPanelProps) {
  useFocusBack()
  const narrow = useMediaQuery('(max-width: 48em)')
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={narrow ? '100%' : 620}
      title={id ? 'Edit link' : copyOf ? 'Duplicate link' : 'Create link'}
    >
      {(id ?? copyOf) ? (
        <Existing key={id ?? copyOf} id={id ?? copyOf ?? ''} copied={!id} close={close} />
      ) : (
        <New close={close} />
      )}
    </Drawer>
  )
}

function Existing({ id, copied, close }: { id: string; copied: boolean; close: () => void }) {
  const { data: link, error, refetch } = useLink(id)
  if (error) return <ProblemNotice error={error} retry={refetch} />
  if (!link) return <Waiting />
  return copied ? (
    <LinkEditor form={toForm(asNew(link), link.domain_id)} link={undefined} close={close} />
  ) : (
    <LinkEditor
      key={link.updated_at}
      form={toForm(link, link.domain_id)}
      link={link}
      close={close}
    />
  )
}

/** The fields of a link that a copy takes over. */
const asNew = (link: Link): Partial<Link> => ({
  ...link,
  slug: '',
  ab: link.ab.map(({ url, percent }) => ({ url, percent })) as Link['ab'],
  geo: link.geo.map(({ url, country }) => ({ url, country })) as Link['geo'],
})

function New({ close }: { close: () => void }) {
  const { data: domains, error } = useDomains()
  if (error) return <ProblemNotice error={error} />
  if (!domains) return <Waiting />
  const first = domains.items.find(({ verified }) => verified) ?? domains.items[0]
  return <LinkEditor form={toForm({}, first?.id ?? 0)} link={undefined} close={close} />
}

const Waiting = () => (
  <Center h={300}>
    <Loader type="dots" aria-label="Loading" />
  </Center>
)

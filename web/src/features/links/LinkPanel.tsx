import { Button, Center, Drawer, Loader } from '@mantine/core'
import { Link as RouterLink } from 'wouter'
import { text } from '#messages/link-form.ts'
import { useDomains } from '../../api/choices.ts'
import { useCan } from '../../api/me.ts'
import { EmptyState } from '../../shared/EmptyState.tsx'
import { useFocusBack } from '../../shared/focus-back.ts'
import { GlobeIcon, PlusIcon } from '../../shared/icons.tsx'
import { useNarrow } from '../../shared/media.ts'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { LIST_FIELDS } from './destination.rules.ts'
import { LinkEditor } from './LinkEditor.tsx'
import { lastDomain } from './last-domain.ts'
import { type Link, useLink } from './link.queries.ts'

interface LinkPanelProps {
  /** The link to edit; undefined creates one. */
  id: string | undefined
  /** The link that a new one is copied from. */
  copyOf: string | undefined
  saved: (link: Link) => void
  close: () => void
}

type Outcome = Pick<LinkPanelProps, 'saved' | 'close'>

/** The panel that creates or edits a link, next to the list. */
export function LinkPanel({ id, copyOf, ...outcome }: LinkPanelProps) {
  useFocusBack()
  const narrow = useNarrow()
  return (
    <Drawer
      opened
      onClose={outcome.close}
      position="right"
      size={narrow ? '100%' : 620}
      title={id ? text.editLink : copyOf ? text.duplicateLink : text.createLink}
    >
      {(id ?? copyOf) ? (
        <Existing key={id ?? copyOf} id={id ?? copyOf ?? ''} copied={!id} {...outcome} />
      ) : (
        <New {...outcome} />
      )}
    </Drawer>
  )
}

function Existing({ id, copied, ...outcome }: Outcome & { id: string; copied: boolean }) {
  const { data: link, error, refetch } = useLink(id)
  if (error) return <ProblemNotice error={error} retry={refetch} />
  if (!link) return <Waiting />
  return copied ? (
    <LinkEditor link={undefined} fields={asNew(link)} draft={`copy.${id}`} {...outcome} />
  ) : (
    <LinkEditor link={link} {...outcome} />
  )
}

/** The fields of a link that a copy takes over. */
const asNew = (link: Link): Partial<Link> => ({
  ...link,
  slug: '',
  ...Object.fromEntries(
    LIST_FIELDS.map((field) => [field, link[field].map(({ id: _, ...item }) => item)]),
  ),
})

function New(outcome: Outcome) {
  const { data: domains, error } = useDomains()
  if (error) return <ProblemNotice error={error} />
  if (!domains) return <Waiting />
  const { items } = domains
  if (items.length === 0) return <NoDomain />
  const domain =
    items.find(({ id }) => id === lastDomain()) ??
    items.find(({ is_default }) => is_default) ??
    items.find(({ verified }) => verified) ??
    items[0]
  return <LinkEditor link={undefined} fields={{ domain_id: domain?.id ?? 0 }} {...outcome} />
}

/** Replaces the form of a new link in a team without a domain, such as a new team. */
function NoDomain() {
  const add = useCan()('catalog:write') && (
    <Button component={RouterLink} href="/domains/new" leftSection={<PlusIcon />}>
      {text.addDomain}
    </Button>
  )
  return (
    <EmptyState icon={<GlobeIcon size={28} />} title={text.noDomain} action={add}>
      {text.needsDomain}
    </EmptyState>
  )
}

const Waiting = () => (
  <Center h={300}>
    <Loader type="dots" role="status" aria-label={text.loading} />
  </Center>
)

import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { text } from '#messages/erasures.ts'
import { text as words } from '#messages/shared.ts'
import { useDomains } from '../../../api/choices.ts'
import { useTimeZone } from '../../../api/me.ts'
import { useOrganization } from '../../../api/organization.ts'
import { pageError } from '../../../api/problem.ts'
import { ConfirmPanel } from '../../../shared/ConfirmPanel.tsx'
import { FormPanel } from '../../../shared/FormPanel.tsx'
import { instantOf } from '../../../shared/local-time.rules.ts'
import { SearchSelect } from '../../../shared/SearchSelect.tsx'
import { useSaving } from '../../../shared/saving.ts'
import {
  type Criteria,
  createErasure,
  ERASURES,
  type Preview,
  previewErasure,
} from './erasure.queries.ts'
import { LinksField } from './LinksField.tsx'

const LABELS = {
  link_ids: text.links,
  domain_id: words.domain,
  from: text.from,
  to: text.to,
  address: text.address,
}

const initial = {
  link_ids: [] as string[],
  domain_id: null as string | null,
  from: '',
  to: '',
  address: '',
}

/** Asks which clicks are to be deleted, shows how many there are, and requests their erasure. */
export function EraseClicks({ close }: { close: () => void }) {
  const [previewed, setPreviewed] = useState<{
    values: typeof initial
    criteria: Criteria
    preview: Preview
  }>()
  const zone = useTimeZone()
  const { data: domains } = useDomains()
  const { click_ip: precision } = useOrganization().data ?? {}
  const form = useSaving({
    initial,
    labels: LABELS,
    async save(values) {
      const { link_ids, domain_id, from, to, address } = values
      const criteria: Criteria = {
        ...(link_ids.length > 0 && { link_ids }),
        ...(domain_id !== null && { domain_id: Number(domain_id) }),
        ...(from && { from: instantOf(zone, from) }),
        ...(to && { to: instantOf(zone, to) }),
        ...(address.trim() && { address: address.trim() }),
      }
      if (Object.keys(criteria).length === 0) throw pageError('required', text.nothing)
      return { values, criteria, preview: await previewErasure(criteria) }
    },
    saved: setPreviewed,
  })
  const { values, set, field } = form
  const asked = previewed?.values === values ? previewed : undefined
  const none = asked?.preview.complete && asked.preview.clicks === 0
  const time = {
    type: 'datetime-local',
    description: text.inZone(zone),
    max: '9999-12-31T23:59',
  }
  return (
    <>
      <FormPanel {...form} title={text.title} save={text.preview} close={close}>
        <Text size="sm" c="dimmed">
          {text.which}
        </Text>
        <LinksField {...field('link_ids')} change={(link_ids) => set({ link_ids })} />
        <SearchSelect
          {...field('domain_id')}
          placeholder={text.anyDomain}
          clearable
          data={(domains?.items ?? []).map(({ id, name }) => ({ value: `${id}`, label: name }))}
        />
        <TextInput {...field('from')} {...time} />
        <TextInput {...field('to')} {...time} />
        {precision && precision !== 'none' && (
          <TextInput
            {...field('address')}
            description={text.addressMeans[precision]}
            placeholder={text.anyAddress}
            autoComplete="off"
            maxLength={64}
          />
        )}
        <Text size="sm" role="status">
          {none ? text.none : ''}
        </Text>
      </FormPanel>
      {asked && !none && (
        <ConfirmPanel
          title={(asked.preview.complete ? text.ask : text.askAtLeast)(asked.preview.clicks)}
          action={text.confirm}
          run={async () => {
            await createErasure(asked.criteria)
            close()
          }}
          done={text.requested}
          changes={[ERASURES]}
          close={() => setPreviewed(undefined)}
        >
          {!asked.preview.complete && `${text.uncounted} `}
          {text.after(asked.preview.links)}
        </ConfirmPanel>
      )}
    </>
  )
}

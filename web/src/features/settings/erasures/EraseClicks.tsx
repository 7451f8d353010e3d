import { Select, Text, TextInput } from '@mantine/core'
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
  links: [] as readonly string[],
  domain: null as string | null,
  from: '',
  to: '',
  address: '',
}

/** Asks which clicks are to be deleted, shows how many there are, and requests their erasure. */
export function EraseClicks({ close }: { close: () => void }) {
  const [asked, setAsked] = useState<{ criteria: Criteria; preview: Preview }>()
  const zone = useTimeZone()
  const { data: domains } = useDomains()
  const { click_ip: kept } = useOrganization().data ?? {}
  const form = useSaving({
    initial,
    async save({ links, domain, from, to, address }) {
      const criteria: Criteria = {
        ...(links.length > 0 && { link_ids: [...links] }),
        ...(domain !== null && { domain_id: Number(domain) }),
        ...(from && { from: instantOf(zone, from) }),
        ...(to && { to: instantOf(zone, to) }),
        ...(address.trim() && { address: address.trim() }),
      }
      if (Object.keys(criteria).length === 0) throw pageError('required', text.nothing)
      return { criteria, preview: await previewErasure(criteria) }
    },
    saved: setAsked,
  })
  const { values, errorOf } = form
  const set = (change: Partial<typeof initial>) => {
    setAsked(undefined)
    form.set(change)
  }
  const none = asked?.preview.complete && asked.preview.clicks === 0
  return (
    <>
      <FormPanel {...form} title={text.title} save={text.preview} labels={LABELS} close={close}>
        <Text size="sm" c="dimmed">
          {text.which}
        </Text>
        <LinksField
          label={LABELS.link_ids}
          error={errorOf('link_ids')}
          change={(links) => set({ links })}
        />
        <Select
          label={LABELS.domain_id}
          placeholder={text.anyDomain}
          searchable
          clearable
          data={(domains?.items ?? []).map(({ id, name }) => ({ value: `${id}`, label: name }))}
          value={values.domain}
          error={errorOf('domain_id')}
          onChange={(domain) => set({ domain })}
        />
        <TextInput
          type="datetime-local"
          label={LABELS.from}
          description={text.inZone(zone)}
          max="9999-12-31T23:59"
          value={values.from}
          error={errorOf('from')}
          onChange={({ currentTarget }) => set({ from: currentTarget.value })}
        />
        <TextInput
          type="datetime-local"
          label={LABELS.to}
          description={text.inZone(zone)}
          max="9999-12-31T23:59"
          value={values.to}
          error={errorOf('to')}
          onChange={({ currentTarget }) => set({ to: currentTarget.value })}
        />
        {kept && kept !== 'none' && (
          <TextInput
            label={LABELS.address}
            description={text.addressMeans[kept]}
            placeholder={text.anyAddress}
            autoComplete="off"
            maxLength={64}
            value={values.address}
            error={errorOf('address')}
            onChange={({ currentTarget }) => set({ address: currentTarget.value })}
          />
        )}
        <Text size="sm" role="status">
          {none ? text.none : ''}
        </Text>
      </FormPanel>
      {asked && !none && (
        <ConfirmPanel
          title={text.ask(asked.preview.clicks, asked.preview.complete)}
          action={text.confirm}
          run={async () => {
            await createErasure(asked.criteria)
            close()
          }}
          done={text.requested}
          changes={[ERASURES]}
          close={() => setAsked(undefined)}
        >
          {!asked.preview.complete && `${text.uncounted} `}
          {text.after(asked.preview.links)}
        </ConfirmPanel>
      )}
    </>
  )
}

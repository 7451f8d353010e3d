import type { Schemas } from '@fingerpost/client'
import { NumberInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { text } from '#messages/settings.ts'
import { api } from '../../api/client.ts'
import { read } from '../../api/problem.ts'
import { ConfirmPanel } from '../../shared/ConfirmPanel.tsx'
import { NUMBER_MARKS } from '../../shared/numbers.rules.ts'
import { PanelForm } from '../../shared/PanelForm.tsx'
import { useSaving } from '../../shared/saving.ts'
import { TEAM_LABELS } from './team.rules.ts'

type Preview = Schemas['Retention']

const DATE = new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', dateStyle: 'long' })

/** The number of months for which the team keeps its clicks. Asks before clicks are deleted. */
export function RetentionPanel({ team }: { team: Schemas['Organization'] }) {
  const [asked, setAsked] = useState<Preview>()
  const { effective_click_retention_months: inForce } = team
  const form = useSaving<{ click_retention_months: string | number }, Preview | undefined>({
    initial: { click_retention_months: team.click_retention_months ?? '' },
    labels: TEAM_LABELS,
    async save({ click_retention_months: months }) {
      const term = months === '' ? null : Number(months)
      if (term !== null && term < (inForce ?? Infinity)) {
        const query = { click_retention_months: term }
        const preview = await read(api().GET('/organization/retention', { params: { query } }))
        if (preview.clicks > 0) return preview
      }
      await setTerm(term)
      return undefined
    },
    changes: ['organization'],
    saved(preview) {
      if (preview) setAsked(preview)
      else notifications.show({ message: text.retention.saved })
    },
  })
  return (
    <>
      <PanelForm {...form} title={text.retention.title} save={text.retention.save}>
        <NumberInput
          {...form.field('click_retention_months')}
          description={text.retention.means}
          placeholder={inForce === null ? text.retention.forever : String(inForce)}
          min={1}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          {...NUMBER_MARKS}
        />
      </PanelForm>
      {asked && (
        <ConfirmPanel
          title={text.retention.ask(asked.clicks)}
          action={text.retention.confirm}
          run={() => setTerm(asked.click_retention_months)}
          done={text.retention.saved}
          changes={[['organization']]}
          close={() => setAsked(undefined)}
        >
          {text.retention.after({ date: DATE.format(new Date(asked.before)), links: asked.links })}
        </ConfirmPanel>
      )}
    </>
  )
}

const setTerm = (click_retention_months: number | null) =>
  read(api().PATCH('/organization', { body: { click_retention_months } }))

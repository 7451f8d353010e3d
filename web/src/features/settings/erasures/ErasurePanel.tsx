import { Button, Text, Title } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { text } from '#messages/erasures.ts'
import { TrashIcon } from '../../../shared/icons.tsx'
import { Panel } from '../../../shared/Panel.tsx'
import { ErasureList } from './ErasureList.tsx'

const EraseClicks = lazy(async () => ({ default: (await import('./EraseClicks.tsx')).EraseClicks }))

/** Deletes clicks, and shows what was deleted before. */
export function ErasurePanel() {
  const [open, setOpen] = useState(false)
  return (
    <Panel component="section" aria-label={text.title}>
      <Title order={2} size="h4" mb={4}>
        {text.title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {text.means}
      </Text>
      <Button variant="default" leftSection={<TrashIcon />} onClick={() => setOpen(true)}>
        {text.open}
      </Button>
      <ErasureList />
      <Suspense>{open && <EraseClicks close={() => setOpen(false)} />}</Suspense>
    </Panel>
  )
}

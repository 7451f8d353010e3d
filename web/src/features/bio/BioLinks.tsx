import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { Button, Group, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { text } from '#messages/bio-links.ts'
import { text as words } from '#messages/shared.ts'
import { ConfirmPanel } from '../../shared/ConfirmPanel.tsx'
import { PlusIcon } from '../../shared/icons.tsx'
import { Panel } from '../../shared/Panel.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { Rows } from '../../shared/Rows.tsx'
import { BioLinkPanel } from './BioLinkPanel.tsx'
import { BioLinkRow } from './BioLinkRow.tsx'
import { type BioLink, deleteBioLink, nameOf, useOrderBioLinks } from './bio.queries.ts'

/** The links of the page, sortable by pointer and keyboard. */
export function BioLinks({ links }: { links: BioLink[] }) {
  const [open, setOpen] = useState<BioLink | 'new'>()
  const [removed, setRemoved] = useState<BioLink>()
  const order = useOrderBioLinks()
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const ids = links.map(({ id }) => id)
  const drop = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return
    const [from, to] = [ids.indexOf(Number(active.id)), ids.indexOf(Number(over.id))]
    order.mutate(arrayMove(links, from, to))
  }
  return (
    <Panel p={0}>
      <Group justify="space-between" px="md" py="sm">
        <Title order={2} size="h4">
          {words.links}
        </Title>
        <Button size="xs" leftSection={<PlusIcon />} onClick={() => setOpen('new')}>
          {text.addLink}
        </Button>
      </Group>
      <ProblemNotice error={order.error} />
      {links.length === 0 && (
        <Text c="dimmed" px="md" pb="md">
          {text.noLinks}
        </Text>
      )}
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          <Rows>
            {links.map((link) => (
              <BioLinkRow
                key={link.id}
                link={link}
                edit={() => setOpen(link)}
                remove={() => setRemoved(link)}
              />
            ))}
          </Rows>
        </SortableContext>
      </DndContext>
      {removed && (
        <ConfirmPanel
          title={text.askDelete(nameOf(removed))}
          action={text.deleteLink}
          run={() => deleteBioLink(removed.id)}
          done={text.deleted(nameOf(removed))}
          changes={[['bio']]}
          close={() => setRemoved(undefined)}
        >
          {text.afterDelete}
        </ConfirmPanel>
      )}
      {open && (
        <BioLinkPanel link={open === 'new' ? undefined : open} close={() => setOpen(undefined)} />
      )}
    </Panel>
  )
}

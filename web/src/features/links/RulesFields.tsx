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
import { Stack, Text } from '@mantine/core'
import { randomId } from '@mantine/hooks'
import { useState } from 'react'
import { text } from '#messages/link-form-rules.ts'
import { firstCondition, type RuleRow } from './condition.rules.ts'
import { useEditing } from './form-context.ts'
import { AddRow } from './RowButtons.tsx'
import { RuleCard } from './RuleCard.tsx'
import classes from './rules.module.css'

/** The rules of a link, sortable by pointer and keyboard. */
export function RulesFields() {
  const { form, zone } = useEditing()
  const { rules } = form.values
  const [open, setOpen] = useState<readonly string[]>([])
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const set = (changed: RuleRow[]) => form.set({ rules: changed })
  const keys = rules.map(({ key }) => key)
  const drop = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return
    set(arrayMove(rules, keys.indexOf(`${active.id}`), keys.indexOf(`${over.id}`)))
  }
  const toggle = (key: string) =>
    setOpen(open.includes(key) ? open.filter((it) => it !== key) : [...open, key])
  const add = () => {
    const key = randomId()
    set([...rules, { key, name: '', url: '', when: [firstCondition('device', zone)] }])
    setOpen([...open, key])
  }
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {text.intro}
      </Text>
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
        <SortableContext items={keys} strategy={verticalListSortingStrategy}>
          <ol className={classes.rules}>
            {rules.map((rule, index) => (
              <RuleCard
                key={rule.key}
                rule={rule}
                row={index + 1}
                open={open.includes(rule.key)}
                toggle={() => toggle(rule.key)}
                change={(change) =>
                  set(rules.map((it, i) => (i === index ? { ...it, ...change } : it)))
                }
                remove={() => set(rules.filter((_, i) => i !== index))}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <AddRow label={text.add} add={add} />
    </Stack>
  )
}

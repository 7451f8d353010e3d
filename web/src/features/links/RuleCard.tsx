import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon, Group, Stack, Text, TextInput } from '@mantine/core'
import { text } from '#messages/link-form-rules.ts'
import { CloseIcon, GripIcon, PencilIcon } from '../../shared/icons.tsx'
import { RowAction } from '../../shared/RowAction.tsx'
import { ConditionFields } from './ConditionFields.tsx'
import { firstCondition, type RuleRow, ruleSentence } from './condition.rules.ts'
import { useEditing } from './form-context.ts'
import { AddRow } from './RowButtons.tsx'
import classes from './rules.module.css'
import { UrlInput } from './UrlInput.tsx'

interface RuleCardProps {
  rule: RuleRow
  /** Its place, from 1. */
  row: number
  open: boolean
  toggle: () => void
  change: (change: Partial<RuleRow>) => void
  remove: () => void
}

/** A rule as a sentence, and its fields while it is open. */
export function RuleCard({ rule, row, open, toggle, change, remove }: RuleCardProps) {
  const { zone } = useEditing()
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id: rule.key })
  return (
    <li
      ref={setNodeRef}
      aria-label={text.ruleOf(row)}
      className={isDragging ? `${classes.rule} ${classes.dragged}` : classes.rule}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <ActionIcon
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          className={classes.grip}
          variant="subtle"
          color="gray"
          aria-label={text.move(row)}
        >
          <GripIcon />
        </ActionIcon>
        <Text size="sm" flex={1} miw={0} className={classes.sentence}>
          {rule.name && <b>{rule.name}: </b>}
          {ruleSentence(rule, zone)}
        </Text>
        <RowAction icon={PencilIcon} label={text.edit(row)} onClick={toggle} />
        <RowAction icon={CloseIcon} label={text.remove(row)} onClick={remove} />
      </Group>
      {open && <RuleFields rule={rule} row={row} change={change} />}
    </li>
  )
}

function RuleFields({ rule, row, change }: Pick<RuleCardProps, 'rule' | 'row' | 'change'>) {
  const { form, zone } = useEditing()
  const { when } = rule
  const errorOf = (name: string) => form.errorOf(`rules.${row - 1}.${name}`)
  return (
    <Stack gap="sm" mt="sm">
      {when.map((condition, index) => (
        <ConditionFields
          key={index}
          condition={condition}
          row={index + 1}
          errorOf={(name) => errorOf(`when.${index}.${name}`)}
          change={(changed) => change({ when: when.map((it, i) => (i === index ? changed : it)) })}
          remove={
            when.length > 1 ? () => change({ when: when.filter((_, i) => i !== index) }) : undefined
          }
        />
      ))}
      <AddRow
        label={text.addCondition}
        add={() => change({ when: [...when, firstCondition('country', zone)] })}
      />
      <UrlInput
        label={text.destination}
        value={rule.url}
        error={errorOf('url')}
        onChange={(url) => change({ url })}
      />
      <TextInput
        label={text.name}
        value={rule.name}
        error={errorOf('name')}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
    </Stack>
  )
}

import { Group, MultiSelect, Select, TagsInput, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { text } from '#messages/link-form-rules.ts'
import { COUNTRIES } from '../../shared/country.rules.ts'
import { CloseIcon } from '../../shared/icons.tsx'
import { fieldTime, instantOf } from '../../shared/local-time.rules.ts'
import { RowAction } from '../../shared/RowAction.tsx'
import { zonesWith } from '../../shared/time-zones.ts'
import {
  CONDITION_TYPES,
  CONDITIONS,
  type Condition,
  type ConditionType,
  DAYS,
  DEVICES,
  firstCondition,
  isAbsent,
} from './condition.rules.ts'
import { useEditing } from './form-context.ts'
import classes from './rules.module.css'

interface ConditionProps {
  condition: Condition
  /** Its place, from 1. */
  row: number
  errorOf: (name: string) => ReactNode
  change: (condition: Condition) => void
  remove: (() => void) | undefined
}

const TYPE_CHOICES = CONDITION_TYPES.map((value) => ({ value, label: text.types[value] }))

/** A condition of a rule: what it is about, whether it is reversed, and its values. */
export function ConditionFields(props: ConditionProps) {
  const { condition, row, errorOf, change, remove } = props
  const { zone } = useEditing()
  const { type } = condition
  const { input } = CONDITIONS[type]
  const Values = INPUTS[input]
  return (
    <fieldset className={classes.condition} aria-label={text.condition(row)}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Select
          flex={1}
          aria-label={text.condition(row)}
          allowDeselect={false}
          data={TYPE_CHOICES}
          value={type}
          error={errorOf('type')}
          onChange={(it) => change(firstCondition(it as ConditionType, zone))}
        />
        <Operator {...props} />
        {remove && (
          <RowAction icon={CloseIcon} label={text.removeCondition(row)} onClick={remove} />
        )}
      </Group>
      {Values && <Values {...props} />}
    </fieldset>
  )
}

/** Whether the condition holds for its values or for all others; a parameter may also just be there. */
function Operator({ condition, row, errorOf, change }: ConditionProps) {
  const { not: _not, is, present: _present, absent: _absent, ...rest } = condition
  const isQuery = condition.type === 'query'
  const withValues = CONDITIONS[condition.type].input !== 'none' && condition.is !== undefined
  const choices: Record<string, { label: string; condition: Condition }> = {
    is: {
      label: withValues || isQuery ? text.is : text.holds,
      condition: isQuery ? { ...rest, is: is ?? [] } : positive(condition),
    },
    isNot: {
      label: withValues || isQuery ? text.isNot : text.holdsNot,
      condition: { ...(isQuery ? { ...rest, is: is ?? [] } : condition), not: true },
    },
    ...(isQuery && {
      present: { label: text.present, condition: { ...rest, present: true } },
      absent: { label: text.absent, condition: { ...rest, absent: true } },
    }),
  }
  return (
    <Select
      w="9rem"
      aria-label={text.operator(row)}
      allowDeselect={false}
      data={Object.entries(choices).map(([value, { label }]) => ({ value, label }))}
      value={operatorOf(condition)}
      error={errorOf('not')}
      onChange={(it) => {
        const chosen = it && choices[it]
        if (chosen) change(chosen.condition)
      }}
    />
  )
}

const positive = ({ not: _, ...condition }: Condition): Condition => condition

function operatorOf(condition: Condition): string {
  const { type, is, not } = condition
  if (type === 'query' && !is) return isAbsent(condition) ? 'absent' : 'present'
  return not ? 'isNot' : 'is'
}

/** The error of the values, wherever it is among them. */
const valueError = ({ condition, errorOf }: ConditionProps) =>
  errorOf('is') ?? condition.is?.map((_, i) => errorOf(`is.${i}`)).find(Boolean)

const choiceOf = (data: readonly (string | { value: string; label: string })[]) =>
  function Choice(props: ConditionProps) {
    const { condition, row, change } = props
    return (
      <MultiSelect
        aria-label={text.values(row)}
        searchable
        data={data}
        value={condition.is ?? []}
        error={valueError(props)}
        onChange={(is) => change({ ...condition, is })}
      />
    )
  }

function Texts(props: ConditionProps) {
  const { condition, row, change } = props
  return (
    <TagsInput
      aria-label={text.values(row)}
      placeholder={text.enterHint}
      acceptValueOnBlur
      value={condition.is ?? []}
      error={valueError(props)}
      onChange={(is) => change({ ...condition, is })}
    />
  )
}

function Query(props: ConditionProps) {
  const { condition, row, errorOf, change } = props
  return (
    <>
      <TextInput
        aria-label={text.parameterOf(row)}
        value={condition.name ?? ''}
        error={errorOf('name')}
        onChange={({ currentTarget }) => change({ ...condition, name: currentTarget.value })}
      />
      {condition.is && <Texts {...props} />}
    </>
  )
}

function Time({ condition, row, errorOf, change }: ConditionProps) {
  const { zone } = useEditing()
  return (
    <TextInput
      type="datetime-local"
      aria-label={text.timeOf(row)}
      value={condition.at ? fieldTime(zone, condition.at) : ''}
      error={errorOf('at')}
      onChange={({ currentTarget: { value } }) =>
        change({ ...condition, at: value && instantOf(zone, value) })
      }
    />
  )
}

function Weekly({ condition, row, errorOf, change }: ConditionProps) {
  const { days = [], from = '', to = '', timezone = '' } = condition
  return (
    <>
      <MultiSelect
        aria-label={text.daysOf(row)}
        data={DAYS}
        value={days}
        error={errorOf('days')}
        onChange={(it) => change({ ...condition, days: it as typeof days })}
      />
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <TextInput
          type="time"
          aria-label={text.fromOf(row)}
          value={from}
          error={errorOf('from')}
          onChange={({ currentTarget }) => change({ ...condition, from: currentTarget.value })}
        />
        <TextInput
          type="time"
          aria-label={text.toOf(row)}
          value={to === '24:00' ? '00:00' : to}
          error={errorOf('to')}
          onChange={({ currentTarget: { value } }) =>
            change({ ...condition, to: value === '00:00' ? '24:00' : value })
          }
        />
        <Select
          flex={1}
          aria-label={text.zoneOf(row)}
          searchable
          allowDeselect={false}
          data={zonesWith(timezone)}
          value={timezone}
          error={errorOf('timezone')}
          onChange={(it) => change({ ...condition, timezone: it ?? timezone })}
        />
      </Group>
    </>
  )
}

/** The inputs of values. */
const INPUTS = {
  devices: choiceOf(DEVICES),
  countries: choiceOf(COUNTRIES),
  texts: Texts,
  query: Query,
  time: Time,
  weekly: Weekly,
  none: undefined,
}

import {
  CONDITION_TYPES,
  CONDITIONS,
  CONDITIONS_MAX,
  type Condition,
  type ConditionType,
  DAYS,
  VALUES_MAX,
} from '@fingerpost/protos/conditions'
import { isOneOf } from '@fingerpost/protos/words'
import { CHECKS, type Check, type ValueCheck, type WrongIn } from './check.rules.ts'

type Given = Readonly<Record<string, unknown>>

/** How the types of parameters are checked, and what they must be. */
const TYPES: Readonly<Record<string, readonly [isValid: (it: unknown) => boolean, must: string]>> =
  {
    text: [
      (it) => typeof it === 'string' && it.isWellFormed() && !it.includes('\u0000'),
      'must be a text',
    ],
    texts: [
      (it) =>
        Array.isArray(it) &&
        it.length > 0 &&
        it.length <= VALUES_MAX &&
        it.every(
          (text) => typeof text === 'string' && text.isWellFormed() && !text.includes('\u0000'),
        ),
      `must be a list of 1 to ${VALUES_MAX} texts`,
    ],
    flag: [(it) => it === true, 'must be true'],
    days: [
      (it) => Array.isArray(it) && it.length > 0 && it.every((day) => isOneOf(DAYS, day)),
      `must be a list of days: ${DAYS.join(', ')}`,
    ],
  }

/** The stored form of the conditions of a rule; reports errors with their paths. */
export function readConditions(when: unknown, wrong: WrongIn): Condition[] {
  if (!Array.isArray(when) || when.length === 0 || when.length > CONDITIONS_MAX) {
    wrong('', 'out_of_range', `must be a list of 1 to ${CONDITIONS_MAX} conditions`)
    return []
  }
  return when.flatMap((given: Given | null, i) => {
    const type = given?.type
    if (!isOneOf(CONDITION_TYPES, type)) {
      wrong(`.${i}.type`, 'not_allowed', `must be one of ${CONDITION_TYPES.join(', ')}`)
      return []
    }
    return readCondition(type, given as Given, (name, code, detail) =>
      wrong(`.${i}.${name}`, code, detail),
    )
  })
}

function readCondition(type: ConditionType, given: Given, wrong: WrongIn): Condition[] {
  const read: Record<string, unknown> = { type }
  let faults = 0
  const faulty: WrongIn = (...fault) => {
    faults++
    wrong(...fault)
  }
  const parameters: Readonly<Record<string, string>> = CONDITIONS[type]
  for (const [name, kind] of Object.entries(parameters)) {
    const value = given[name]
    const isOptional = kind.endsWith('?')
    if (value === undefined && isOptional) continue
    const [isValid, must] = TYPES[kind.replace('?', '')] ?? [() => false, '']
    if (isValid(value)) read[name] = value
    else
      faulty(
        name,
        value === undefined ? 'required' : 'invalid_type',
        value === undefined ? 'is required' : must,
      )
  }
  for (const name of Object.keys(given)) {
    if (name === 'type' || name === 'not' || Object.hasOwn(parameters, name)) continue
    faulty(name.slice(0, 64), 'not_allowed', `is not a parameter of ${type}`)
  }
  if (given.not !== undefined && typeof given.not !== 'boolean') {
    faulty('not', 'invalid_type', 'must be true or false')
  }
  if (given.not === true) read.not = true
  const check = CHECKS[type] as Check<ConditionType>
  if (read.is !== undefined && check.value)
    read.is = readValues(read.is as string[], check.value, faulty)
  if (faults > 0) return []
  const condition = read as Condition
  return [check.whole ? check.whole(condition, wrong) : condition]
}

/** The distinct stored forms of values. */
function readValues(
  values: readonly string[],
  { read, code = 'invalid_format', must }: ValueCheck,
  wrong: WrongIn,
): string[] {
  const stored = values.map((value, i) => {
    const it = read(value)
    if (it === undefined) wrong(`is.${i}`, code, must)
    return it ?? value
  })
  return [...new Set(stored)]
}

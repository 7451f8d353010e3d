import { Text } from '@mantine/core'
import { text } from '#messages/audit.ts'
import { Rows } from '../../shared/Rows.tsx'
import { TimeAgo } from '../../shared/TimeAgo.tsx'
import classes from './audit.module.css'
import { actorName, deed, type Entry } from './audit.rules.ts'
import { EntryRow, type EntryRowProps } from './EntryRow.tsx'

interface GroupRowProps extends Omit<EntryRowProps, 'entry'> {
  group: readonly Entry[]
}

/** The entries of one request: the first, with all of them behind it. */
export function GroupRow({ group, ...rest }: GroupRowProps) {
  const [first, ...others] = group
  if (!first) return null
  if (others.length === 0) return <EntryRow entry={first} {...rest} />
  return (
    <li>
      <details className={classes.entry}>
        <summary>
          <span className={classes.sentence}>
            <b>{actorName(first, rest.people)}</b> {deed(first)} {text.andOthers(others.length)}
          </span>
          <Text span size="sm" c="dimmed">
            <TimeAgo time={first.at} />
          </Text>
        </summary>
        <Rows>
          {group.map((entry) => (
            <EntryRow key={entry.id} entry={entry} {...rest} />
          ))}
        </Rows>
      </details>
    </li>
  )
}

import { Anchor, Text } from '@mantine/core'
import { Link as To } from 'wouter'
import { text } from '#messages/audit.ts'
import { TimeAgo } from '../../shared/TimeAgo.tsx'
import classes from './audit.module.css'
import { actorName, changesOf, deed, type Entry, type Names, placeOf } from './audit.rules.ts'
import { labelsOf } from './field-labels.rules.ts'

export interface EntryRowProps {
  entry: Entry
  people: ReadonlyMap<string, string>
  names: Names
}

/** An entry as a sentence, with the changed fields behind it. */
export function EntryRow({ entry, people, names }: EntryRowProps) {
  const { at, address, request_id, before, after } = entry
  const changes = changesOf(entry, names, labelsOf(entry))
  const place = placeOf(entry)
  return (
    <li>
      <details className={classes.entry}>
        <summary>
          <span className={classes.sentence}>
            <b>{actorName(entry, people)}</b> {deed(entry)}
          </span>
          <Text span size="sm" c="dimmed">
            <TimeAgo time={at} />
          </Text>
        </summary>
        {changes.length > 0 && (
          <table className={classes.changes}>
            <thead>
              <tr>
                <th scope="col">{text.field}</th>
                {before && <th scope="col">{text.before}</th>}
                {after && <th scope="col">{text.after}</th>}
              </tr>
            </thead>
            <tbody>
              {changes.map((change) => (
                <tr key={change.field}>
                  <th scope="row">{change.field}</th>
                  {before && <td>{change.before}</td>}
                  {after && <td>{change.after}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {place && (
          <Anchor component={To} href={place} size="sm">
            {text.show(`${entry.object.name ?? entry.object.id}`)}
          </Anchor>
        )}
        <Text size="xs" c="dimmed" className="whole">
          {[
            new Date(at).toLocaleString(),
            address && text.fromAddress(address),
            request_id && text.requestId(request_id),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </details>
    </li>
  )
}

import { Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { text } from '#messages/analytics-parts.ts'
import { text as words } from '#messages/shared.ts'
import { formatCount, formatPercent } from '../../shared/numbers.rules.ts'
import classes from './analytics.module.css'
import type { Group } from './analytics.queries.ts'
import { type Count, known } from './measure.rules.ts'
import { formatKnown } from './visitor-text.rules.ts'

interface BarsProps {
  /** Most clicks first; undefined while loading. */
  groups: readonly Group[] | undefined
  /** The number of clicks of a full bar; by default that of the first bar. */
  whole?: number | undefined
  /** The number of clicks of which the percentages are; absent if none are shown. */
  total?: number | undefined
  /** Where titles that are too long are cut: of URLs on one host, only the ends differ. */
  cut?: 'front' | 'end'
  /** Called when a bar is clicked; absent if bars are not clickable. */
  choose?: ((value: string) => void) | undefined
}

/** Groups of clicks as bars with their numbers of clicks and visitors. */
export function Bars({ groups, whole, total, cut = 'end', choose }: BarsProps) {
  if (!groups) return <Skeleton h={240} />
  const most = whole ?? groups[0]?.clicks ?? 1
  return (
    <ul className={classes.bars}>
      {groups.map((group) => (
        <li key={group.value}>
          <Bar group={group} share={group.clicks / most} {...{ total, cut, choose }} />
        </li>
      ))}
    </ul>
  )
}

/** The names of the columns of bars. */
export const BarsHead = ({ percent = true }: { percent?: boolean }) => (
  <div className={classes.head} aria-hidden="true">
    <span>
      {words.clicks} {percent && <span className={classes.percent} />}
    </span>
    <span className={classes.visitors}>{words.visitors}</span>
  </div>
)

/** The number of visitors in the last column. */
export const Visitors = ({ of }: { of: Count }) => (
  <span className={`${classes.visitors} number`}>
    {formatKnown(known(of).visitors)} <VisuallyHidden>{words.visitors}</VisuallyHidden>
  </span>
)

interface BarProps {
  group: Group
  share: number
  total: number | undefined
  cut: 'front' | 'end'
  choose: BarsProps['choose']
}

function Bar({ group, share, total, cut, choose }: BarProps) {
  const { title, value, clicks } = group
  const inside = (
    <>
      <span className={classes.fill} style={{ width: `${share * 100}%` }} />
      <span className={`${classes.title} ${cut === 'front' ? 'clip clip-front' : 'clip'}`}>
        <bdi>{title || text.notStored}</bdi>
      </span>
      <span className="number">
        {formatCount(clicks)}{' '}
        {total !== undefined && total > 0 && (
          <span className={classes.percent}>{formatPercent(clicks / total)}</span>
        )}
      </span>
      <Visitors of={group} />
    </>
  )
  // A missing value cannot be used as a filter.
  if (!choose || value === '') return <div className={classes.bar}>{inside}</div>
  return (
    <UnstyledButton className={classes.bar} title={text.only(title)} onClick={() => choose(value)}>
      {inside}
    </UnstyledButton>
  )
}

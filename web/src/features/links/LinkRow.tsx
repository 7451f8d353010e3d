import { memo } from 'react'
import { Link as To, useSearch } from 'wouter'
import { text } from '#messages/links.ts'
import { CopyButton } from '../../shared/CopyButton.tsx'
import { filled } from '../../shared/filled.tsx'
import { LockIcon, SplitIcon } from '../../shared/icons.tsx'
import { Label } from '../../shared/Label.tsx'
import { formatCount } from '../../shared/numbers.rules.ts'
import { TimeAgo } from '../../shared/TimeAgo.tsx'
import { plainUrl } from '../../shared/url-input.rules.ts'
import type { Counts } from '../analytics/measure.rules.ts'
import { LinkMenu } from './LinkMenu.tsx'
import type { Link } from './link.queries.ts'
import classes from './links.module.css'
import { Sparkline } from './Sparkline.tsx'
import type { Row } from './selection.ts'
import { hasOtherDestinations, isExpired } from './status.rules.ts'

interface LinkRowProps {
  link: Link
  /** Its place in the list. */
  index: number
  /** The counts of the last days, once loaded. */
  days: Counts | undefined
  /** The name of the member who created it, if it is known. */
  creator: string | undefined
  selected: boolean
  /** Without it, the link cannot be selected. */
  select: ((row: Row, selected: boolean, range: boolean) => void) | undefined
}

/** A link as a row of the list. */
export const LinkRow = memo(function LinkRow({
  link,
  index,
  days,
  creator,
  selected,
  select,
}: LinkRowProps) {
  const search = useSearch()
  const home = `/links/${link.id}${search && `?${search}`}`
  const { slug, domain, url, title, favicon, folder, tags } = link
  const { clicks, clicked_at, created_at, short_url } = link
  const short = (
    <>
      <span className={classes.host}>{domain}/</span>
      <span className={classes.slug}>{slug}</span>
    </>
  )
  const labels = [...(folder ? [folder] : []), ...(tags ?? [])]
  return (
    <>
      <div role="cell">
        {select && (
          <input
            type="checkbox"
            className={classes.check}
            aria-label={text.select(slug)}
            checked={selected}
            title={text.selectHint}
            onChange={({ currentTarget, nativeEvent }) =>
              select({ index, link }, currentTarget.checked, isShifted(nativeEvent))
            }
          />
        )}
      </div>
      <div role="cell" className="clip">
        <div className={classes.short}>
          {favicon && <img src={favicon} alt="" width={16} height={16} loading="lazy" />}
          <To href={home} className="clip">
            {title || short}
          </To>
          <Signs link={link} />
        </div>
        <div className={`clip ${classes.target}`} title={url}>
          {title && (
            <>
              {short}
              <span aria-hidden="true"> → </span>
            </>
          )}
          {plainUrl(url)}
        </div>
      </div>
      <div role="cell" className={classes.labels}>
        {folder && <Label label={folder} folder />}
        {(tags ?? []).slice(0, folder ? 1 : 2).map((tag) => (
          <Label key={tag.id} label={tag} />
        ))}
        {labels.length > 2 && (
          <span className={`${classes.rest} ${classes.faint}`}>+{labels.length - 2}</span>
        )}
      </div>
      <div role="cell" className={`number ${classes.end}`}>
        <To
          href={home}
          className={classes.figure}
          tabIndex={-1}
          aria-label={text.clicksOf({ clicks, slug })}
        >
          {formatCount(clicks)}
        </To>
      </div>
      <div role="cell" className={classes.seen}>
        {days && (
          <To href={home} tabIndex={-1} aria-label={text.clicksOf({ clicks, slug })}>
            <Sparkline days={days} />
          </To>
        )}
      </div>
      <div role="cell" className={`${classes.faint} ${classes.seen}`}>
        {clicked_at ? <TimeAgo time={clicked_at} /> : text.neverClicked}
      </div>
      <div role="cell" className={`${classes.faint} ${classes.made}`}>
        <TimeAgo time={created_at} />
        {creator && <div className="clip">{creator}</div>}
      </div>
      <div role="cell" className={classes.actions}>
        <CopyButton value={short_url} label={text.copyUrl(short_url)} />
        <LinkMenu link={link} />
      </div>
    </>
  )
})

/** Browsers report a checkbox that is clicked as a mouse event. */
const isShifted = (event: Event) => event instanceof MouseEvent && event.shiftKey

/** The optional features of a link, and its expiry. */
function Signs({ link }: { link: Link }) {
  const signs = [
    link.has_password && { name: text.passwordProtected, icon: <LockIcon size={14} /> },
    hasOtherDestinations(link) && { name: text.severalDestinations, icon: <SplitIcon size={14} /> },
  ].filter((it) => it !== false)
  return (
    <>
      {signs.map(({ name, icon }) => (
        <span key={name} role="img" aria-label={name} title={name} className={classes.faint}>
          {icon}
        </span>
      ))}
      {isExpired(link, Date.now()) ? (
        <span className={`${classes.sign} ${classes.expired}`}>{text.expired}</span>
      ) : (
        link.expires_at && (
          <span className={`${classes.sign} ${classes.faint}`}>
            {filled(text.expires, { when: <TimeAgo time={link.expires_at} /> })}
          </span>
        )
      )}
    </>
  )
}

/** Placeholder for a row that is loading. */
export const WaitingRow = () => (
  <>
    <div role="cell" />
    <div role="cell">
      <div className={classes.waiting} />
    </div>
  </>
)

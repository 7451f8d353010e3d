import { text } from '#messages/links.ts'
import classes from './links.module.css'

const ROWS = Array.from({ length: 8 }, (_, nth) => nth)

/** The place of the list while its first page is loaded. */
export const WaitingList = () => (
  <div className={classes.table} role="status" aria-label={text.loading}>
    <div className={`${classes.row} ${classes.head}`} />
    {ROWS.map((nth) => (
      <div key={nth} className={`${classes.row} ${classes.unknown}`}>
        <div />
        <div className={classes.waiting} />
      </div>
    ))}
  </div>
)

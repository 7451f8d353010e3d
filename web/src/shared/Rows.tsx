import type { ReactNode } from 'react'
import classes from './Rows.module.css'

/** A list with separators; each child is an `li`. */
export const Rows = ({ children }: { children: ReactNode }) => (
  <ul className={classes.rows}>{children}</ul>
)

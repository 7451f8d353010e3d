import type { ComponentProps } from 'react'
import classes from './Rows.module.css'

/** A list with separators; each child is an `li`. */
export const Rows = (props: ComponentProps<'ul'>) => <ul className={classes.rows} {...props} />

import { Fragment, type ReactNode } from 'react'

/** The text with elements instead of its slots: `Delete {name}?` */
export const filled = (text: string, slots: Readonly<Record<string, ReactNode>>): ReactNode =>
  text
    .split(/\{(\w+)\}/)
    .map((part, at) => <Fragment key={at}>{at % 2 === 0 ? part : slots[part]}</Fragment>)

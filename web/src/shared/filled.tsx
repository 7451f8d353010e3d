import { Fragment, type ReactNode } from 'react'

/** The text with elements in its slots: `Delete {name}?` A number decides on its plural. */
export function filled<Values>(
  text: (values: Values) => string,
  slots: { readonly [K in keyof Extract<Values, object>]: ReactNode },
): ReactNode {
  const named: [string, ReactNode][] = Object.entries(slots)
  const marks = named.map(([name, it]) => [name, typeof it === 'number' ? it : `{${name}}`])
  const elements = new Map(named)
  return text(Object.fromEntries(marks))
    .split(/\{(\w+)\}/)
    .map((part, at) => <Fragment key={at}>{at % 2 === 0 ? part : elements.get(part)}</Fragment>)
}

import type { ReactNode } from 'react'

/** One line of the palette. */
export interface Entry {
  /** Unique in the list. */
  id: string
  group: string
  name: string
  /** Dimmed text after the name. */
  detail?: string
  icon: ReactNode
  /** The keys that do the same outside of the palette. */
  keys?: string
  run: () => unknown
  /** Whether the palette stays mounted, for a panel that it shows itself. */
  stays?: boolean
  /** What else can be done with it. */
  actions?: readonly Entry[]
}

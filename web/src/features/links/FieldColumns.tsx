import { SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'

/** Two columns of fields, or one where a column is too narrow for a date with its time. */
const COLUMNS = { base: 1, '31rem': 2 }

/** Fields in columns by the width of the form instead of the window: on a link's page, the form is beside the clicks. */
export const FieldColumns = ({ children }: { children: ReactNode }) => (
  <SimpleGrid type="container" cols={COLUMNS}>
    {children}
  </SimpleGrid>
)

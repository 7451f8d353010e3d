import { Group, Pagination, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface PageChoiceProps {
  pages: number
  /** The first is 1. */
  page: number
  change: (page: number) => void
  /** How many there are on all pages. */
  children: ReactNode
}

/** Selects a page of a long list; renders nothing for a single page. */
export function PageChoice({ pages, page, change, children }: PageChoiceProps) {
  if (pages < 2) return null
  return (
    <Group justify="space-between" mt="md">
      <Text size="sm" c="dimmed">
        {children}
      </Text>
      <Pagination total={pages} value={page} onChange={change} size="sm" />
    </Group>
  )
}

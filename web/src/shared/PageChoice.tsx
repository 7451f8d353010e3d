import { Group, type GroupProps, Pagination, Text } from '@mantine/core'
import { text } from '#messages/shared.ts'

interface PageChoiceProps extends GroupProps {
  /** The list, if loaded. */
  of: { total: number; limit: number } | undefined
  /** The first is 1. */
  page: number
  change: (page: number) => void
}

const named = (control: string) =>
  control === 'previous' || control === 'next' ? { 'aria-label': text.pages[control] } : {}

/** Selects a page of a list, beside an optional text; renders nothing for a single page. */
export function PageChoice({ of, page, change, children, ...group }: PageChoiceProps) {
  const pages = of ? Math.ceil(of.total / of.limit) : 1
  if (pages < 2) return null
  return (
    <Group justify="space-between" mt="md" {...group}>
      {children && (
        <Text size="sm" c="dimmed">
          {children}
        </Text>
      )}
      <Pagination total={pages} value={page} onChange={change} getControlProps={named} />
    </Group>
  )
}

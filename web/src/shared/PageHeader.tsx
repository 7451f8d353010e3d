import { Box, Group, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'

interface PageHeaderProps {
  title: string
  /** One line on the purpose of the page. */
  lead?: ReactNode
  /** Buttons at the end. */
  children?: ReactNode
}

/** The heading of a page, which is also the document title. */
export function PageHeader({ title, lead, children }: PageHeaderProps) {
  useDocumentTitle(`${title} · Fingerpost`)
  return (
    <Group component="header" justify="space-between" align="flex-end" mb="lg" gap="sm">
      <Box miw={0}>
        <Title order={1} size="h2">
          {title}
        </Title>
        {lead && <Text c="dimmed">{lead}</Text>}
      </Box>
      <Group gap="xs">{children}</Group>
    </Group>
  )
}

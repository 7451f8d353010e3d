import { Stack, Text, ThemeIcon, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon: ReactNode
  title: string
  /** What belongs here and what it is for, in a sentence or two. */
  children: ReactNode
  action?: ReactNode
}

/** Shown for an empty list: what would be here, and how to start. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py={64} px="md" ta="center">
      <ThemeIcon size={56} radius="xl" variant="light">
        {icon}
      </ThemeIcon>
      <Title order={2} size="h4" mt="xs">
        {title}
      </Title>
      <Text c="dimmed" maw={420}>
        {children}
      </Text>
      {action}
    </Stack>
  )
}

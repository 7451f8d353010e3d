import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { text } from '#messages/shared.ts'
import { CopyButton } from './CopyButton.tsx'
import { useFocusBack } from './focus-back.ts'

interface ShownOnceProps {
  title: string
  secret: string
  /** What the secret is for. */
  children?: ReactNode
  close: () => void
}

/** A secret that is shown only once; clicking outside does not close it. */
export function ShownOnce({ title, secret, children, close }: ShownOnceProps) {
  useFocusBack()
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      centered
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Alert color="ember" variant="light">
          <Text size="sm">
            {children} {text.copyNow}
          </Text>
        </Alert>
        <Group gap="xs" wrap="nowrap">
          <Text className="mono" size="sm" style={{ overflowWrap: 'anywhere' }}>
            {secret}
          </Text>
          <CopyButton value={secret} label={text.copySecret} />
        </Group>
        <Button onClick={close}>{text.done}</Button>
      </Stack>
    </Modal>
  )
}

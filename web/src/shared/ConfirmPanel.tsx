import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { text } from '#messages/shared.ts'
import { useFocusBack } from './focus-back.ts'
import { ProblemNotice } from './ProblemNotice.tsx'

export interface ConfirmPanelProps {
  /** The question, such as `Delete go.shop.example?` */
  title: string
  /** What cannot be undone. */
  children: ReactNode
  /** The label of the button that confirms. */
  action: string
  run: () => Promise<unknown>
  /** Shown once the server has confirmed the change. */
  done: string
  /** Queries with these key prefixes are invalidated. */
  changes: readonly QueryKey[]
  close: () => void
}

/** Asks before a change that cannot be undone, and stays open with the error if it fails. */
export function ConfirmPanel(props: ConfirmPanelProps) {
  const { title, children, action, run, done, changes, close } = props
  useFocusBack()
  const queries = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: run,
    onSuccess: () => {
      notifications.show({ message: done })
      close()
    },
    // After a failure, too: some of several items may have been changed.
    onSettled: () =>
      Promise.all(changes.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
  return (
    <Modal opened onClose={close} title={title} centered>
      <Stack>
        <ProblemNotice error={error} />
        <Text component="div" size="sm">
          {children}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={close}>
            {text.cancel}
          </Button>
          <Button color="red.9" loading={isPending} onClick={() => mutate()}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

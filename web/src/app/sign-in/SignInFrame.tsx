import { Center, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import icon from '../../icon.svg'
import { LanguageSelect } from '../../shared/LanguageSelect.tsx'
import { Panel } from '../../shared/Panel.tsx'

interface SignInFrameProps {
  title: string
  lead?: ReactNode
  /** Whether the page cannot be loaded again, so that no other language can be chosen. */
  once?: boolean
  children?: ReactNode
}

/** The card of a page that needs no team: signing in, an invitation. */
export function SignInFrame({ title, lead, once, children }: SignInFrameProps) {
  useDocumentTitle(`${title} · Fingerpost`)
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={400} align="center" gap="xs">
        <Panel w="100%" p="xl">
          <Stack>
            <img src={icon} alt="" width={44} height={44} />
            <div>
              <Title order={1} size="h3">
                {title}
              </Title>
              {lead && (
                <Text c="dimmed" size="sm" mt={4}>
                  {lead}
                </Text>
              )}
            </div>
            {children}
          </Stack>
        </Panel>
        {!once && <LanguageSelect quiet />}
      </Stack>
    </Center>
  )
}

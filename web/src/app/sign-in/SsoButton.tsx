import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { text } from '#messages/sign-in.ts'
import { startSso, useSignInMethods } from '../../api/sso.ts'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'

/** Single sign-on; nothing if it is not set up. */
export function SsoButton({ invitation }: { invitation?: string | undefined }) {
  const { data } = useSignInMethods()
  const { mutate, isPending, error } = useMutation({ mutationFn: () => startSso(invitation) })
  if (!data?.sso) return null
  return (
    <>
      <ProblemNotice error={error} />
      <Button variant="default" loading={isPending} onClick={() => mutate()}>
        {text.withSso(data.sso.name)}
      </Button>
    </>
  )
}

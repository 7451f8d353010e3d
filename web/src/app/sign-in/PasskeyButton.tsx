import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { text } from '#messages/sign-in.ts'
import { ME } from '../../api/me.ts'
import { hasPasskeys, signInByPasskey } from '../../api/passkey.ts'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'

/** Sign-in by passkey; nothing in a browser without passkeys. */
export function PasskeyButton() {
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: signInByPasskey,
    onSuccess: () => queries.invalidateQueries({ queryKey: ME }),
  })
  if (!hasPasskeys()) return null
  return (
    <>
      <ProblemNotice error={error} />
      <Button variant="default" loading={isPending} onClick={() => mutate()}>
        {text.withPasskey}
      </Button>
    </>
  )
}

import { Button, PasswordInput, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { text } from '#messages/sign-in.ts'
import { organizationOf } from '../../api/organization.ts'
import { problemOf } from '../../api/problem.ts'
import { begin } from '../../api/session.ts'

/** Sign-in of this tab with an API key. `said` is why the last session ended. */
export function KeyForm({ problem: ending }: { problem: string | undefined }) {
  const [key, setKey] = useState('')
  const [waiting, setWaiting] = useState(false)
  const [problem, setProblem] = useState(ending)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setWaiting(true)
    setProblem(undefined)
    const given = key.trim()
    try {
      const { id } = await organizationOf(given)
      begin(given, id)
    } catch (error) {
      setProblem(problemOf(error).detail)
      setWaiting(false)
    }
  }

  return (
    <Stack component="form" onSubmit={submit}>
      <PasswordInput
        label={text.apiKey}
        placeholder="fp_…"
        value={key}
        onChange={({ currentTarget }) => setKey(currentTarget.value)}
        error={problem}
        autoComplete="off"
        autoFocus
        required
        withAsterisk={false}
      />
      <Button type="submit" loading={waiting}>
        {text.signIn}
      </Button>
    </Stack>
  )
}

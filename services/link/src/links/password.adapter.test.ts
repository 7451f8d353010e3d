import { expect, it } from 'vitest'
import { passwordHasher } from './password.adapter.ts'

it('hashes one password per team at a time, without delaying other teams', async () => {
  const started: string[] = []
  const gate = Promise.withResolvers<string>()
  const { hash } = passwordHasher((password) => {
    started.push(String(password))
    return gate.promise
  })
  const all = [hash(7, 'a'), hash(7, 'b'), hash(7, 'c'), hash(8, 'other')]

  expect(started).toEqual(['a', 'other'])
  gate.resolve('hash')
  expect(await Promise.all(all)).toEqual(['hash', 'hash', 'hash', 'hash'])
  expect(await hash(7, undefined)).toBeNull()
})

it('rejects a team with too many queued passwords as unavailable', async () => {
  const { hash } = passwordHasher(() => new Promise(() => {}))
  for (let i = 0; i < 51; i++) void hash(7, 'waits')

  await expect(hash(7, 'one more')).rejects.toMatchObject({ kind: 'unavailable' })
})

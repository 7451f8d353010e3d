import { setPace } from '@fingerpost/kit/process/pace'
import { InvitationsService } from '@fingerpost/protos/catalog/v1/invitation'
import { PeopleService } from '@fingerpost/protos/catalog/v1/person'
import { SessionsService, type SignInRequest } from '@fingerpost/protos/catalog/v1/session'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestCatalog, type TestCatalog } from '../testing/stack.ts'

const PASSWORD = 'correct horse battery'
const ATTACK = '198.51.100.0/24'
const HOME = '192.0.2.0/24'
let catalog: TestCatalog
/** What was answered, in order. */
const done: string[] = []

beforeAll(async () => {
  setPace(10) // Nothing is refused because the machine is busy.
  catalog = await startTestCatalog()
})
afterAll(() => catalog.close())
beforeEach(() => {
  done.length = 0
})

const signIn = (name: string, request: Partial<SignInRequest>) =>
  catalog
    .client(SessionsService)
    .signIn({
      ...{ email: `${name}@example.com`, password: PASSWORD, user_agent: '' },
      ...{ network: HOME, known_browser: false, ...request },
    })
    .then(
      () => 'right',
      (error) => String(error.code),
    )
    .then((outcome) => {
      done.push(name)
      return outcome
    })

const guesses = (count: number, networkOf: (i: number) => string = () => ATTACK) =>
  Array.from({ length: count }, (_, i) =>
    signIn(`guess-${i}`, { password: 'wrong', network: networkOf(i) }),
  )

async function invite(caller = catalog.mine) {
  const invitations = catalog.client(InvitationsService)
  const { token } = await invitations.createInvitation({ role: 'viewer' }, { caller })
  return (name: string) =>
    invitations
      .acceptInvitation({
        ...{ token, email: `${name}@example.com`, name: 'Jana' },
        ...{ password: PASSWORD, user_agent: '' },
      })
      .then(() => 'joined', String)
      .then((outcome) => {
        done.push(name)
        return outcome
      })
}

it('a right password does not wait for invented accounts of another network', async () => {
  await (await invite())('jana')
  const all = guesses(40)

  expect(await signIn('jana', {})).toBe('right')
  expect(done.length).toBeLessThan(20)
  expect(new Set(await Promise.all(all))).toEqual(new Set(['invalid_credentials']))
})

it('a browser in which its person has signed in does not wait for strangers of many networks', async () => {
  await (await invite())('kim')
  const all = guesses(40, (i) => `10.0.${i}.0/24`)

  expect(await signIn('kim', { known_browser: true })).toBe('right')
  expect(done.length).toBeLessThan(20)
  await Promise.all(all)
})

it('an account that exists waits like one that does not', async () => {
  await (await invite())('lee')
  await Promise.all(guesses(20)) // With open connections, passwords wait in the order of the requests.
  done.length = 0
  const before = guesses(10)
  const lee = signIn('lee', { password: 'wrong', network: ATTACK })
  await Promise.all([...before, lee, ...guesses(10)])

  expect(done).toHaveLength(21)
  expect(done.indexOf('lee')).toBeGreaterThan(5)
  expect(done.indexOf('lee')).toBeLessThan(15)
})

it('people who join with an invitation do not wait for accounts invented with another', async () => {
  const [many, other] = [await invite(), await invite(catalog.other)]
  const all = Array.from({ length: 30 }, (_, i) => many(`joining-${i}`))

  expect(await other('max')).toBe('joined')
  expect(done.length).toBeLessThan(15)
  await Promise.all(all)
})

it('the passwords of a person wait for each other, in a known browser as in a session', async () => {
  await (await invite())('noor')
  const request = { email: 'noor@example.com', password: PASSWORD, user_agent: '', network: HOME }
  const { person } = await catalog
    .client(SessionsService)
    .signIn({ ...request, known_browser: true })
  const wrong = { user_id: person?.id ?? 0, current_password: 'wrong', user_agent: '' }
  done.length = 0
  const all = Array.from({ length: 20 }, () =>
    signIn('noor', { password: 'wrong', known_browser: true }),
  )
  await catalog
    .client(PeopleService)
    .changePassword({ ...wrong, password: 'another correct horse' })
    .catch(() => done.push('change'))
  await Promise.all(all)

  expect(done.indexOf('change')).toBeGreaterThan(10)
})

import { createClient, idempotent } from '@fingerpost/client'
import { text } from '#messages/api.ts'
import { forget, sessionCount, sessionKey } from './session.ts'
import { teamInAddress } from './team.ts'

type Api = ReturnType<typeof createClient>

let open: { session: number; key: string | null; api: Api } | undefined

/**
 * The public REST API with the credential of this session: its API key, or the cookie of a person
 * and the team in the address. A rejected credential ends the session.
 */
export function api(): Api {
  const session = sessionCount()
  const key = sessionKey()
  if (open?.session !== session || open.key !== key) {
    open = { session, key, api: key === null ? apiOfPerson() : apiWith(key) }
    open.api.use({
      onResponse({ response }) {
        if (response.status !== 401 || sessionCount() !== session) return
        forget(key === null ? text.sessionEnded : text.keyInvalid)
      },
    })
  }
  return open.api
}

/** The API with a key that is not (yet) the session's. */
export const apiWith = (key: string): Api => withRetries(createClient({ ...BASE, apiKey: key }))

/** The API with the cookie of the browser, if it has one, whether or not it is valid. */
export const apiOfBrowser = (): Api => createClient(BASE)

const BASE = { baseUrl: location.origin }

function apiOfPerson(): Api {
  const client = withRetries(apiOfBrowser())
  client.use({
    onRequest({ request }) {
      const team = teamInAddress()
      if (team) request.headers.set('x-organization-id', team)
      return request
    },
  })
  return client
}

function withRetries(client: Api): Api {
  client.use(idempotent)
  return client
}

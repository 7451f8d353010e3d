import type { Client } from '@fingerpost/kit/grpc/client'
import { failureOf } from '@fingerpost/kit/grpc/problem-status'
import { createLog } from '@fingerpost/kit/process/log'
import type { LinksService } from '@fingerpost/protos/link/v1/link'
import type { Clients } from '../clients.ts'

/** Clients with the given fake methods; any other method fails. */
export function fakeClients(answers: { [C in keyof Clients]?: Partial<Clients[C]> }): Clients {
  const fake = (name: string, methods: object = {}) =>
    new Proxy(methods, {
      get(known, method) {
        const answer = Reflect.get(known, method)
        if (answer) return answer
        return () => Promise.reject(new Error(`no fake of ${name}.${String(method)}`))
      },
    })
  return new Proxy(answers, {
    get: (known, name) => fake(String(name), Reflect.get(known, name)),
  }) as Clients
}

const log = createLog('gateway', 'silent')

/** Batch creation of links by a fake that creates one. */
export const eachByItself =
  ({ createLink }: Partial<Client<LinksService>>): Client<LinksService>['createLinks'] =>
  async ({ requests }) => ({
    results: await Promise.all(
      requests.map((request) =>
        (createLink?.(request) ?? Promise.reject(new Error('no fake of createLink'))).then(
          (link) => ({ link }),
          (error) => ({ failure: failureOf(error, { requestId: '', log }) }),
        ),
      ),
    ),
  })

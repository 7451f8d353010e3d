import type { Clients } from '../clients.ts'

/** Clients that answer what a test says and fail loudly on anything else. */
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

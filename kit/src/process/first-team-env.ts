import { isIP } from 'node:net'
import { makeValidator } from 'envalid'
import { canonicalHost, checkHost } from '../net/host.ts'
import { isToken } from '../secrets/token.ts'

/** A token of this product with a prefix, as `createToken` makes it. */
export const token = (prefix: string) =>
  makeValidator<string>((raw) => {
    if (!isToken(prefix, raw)) throw new Error(`is not a key that this product made (${prefix}_…)`)
    return raw
  })

/** A host name, also of a local network, or an address, in its canonical form. */
export const host = makeValidator<string>((raw) => {
  const name = canonicalHost(raw)
  const fault = isIP(name) ? undefined : checkHost(raw, { local: true })
  if (fault) throw new Error(fault.detail)
  return name
})

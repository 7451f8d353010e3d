import { describe, expect, it } from 'vitest'
import { checkStored } from './erasure.rules.ts'

const invalid = expect.objectContaining({ kind: 'invalid' })

describe('the address of an erasure', () => {
  it.each(['192.0.2.1', '2001:db8::/127', 'x'])('can be %s while addresses are stored', (it) =>
    expect(() => checkStored(it, 'full')).not.toThrow(),
  )

  it.each(['192.0.2.0/24', '10.0.0.0/8', '2001:db8:1::/48', '::/0'])(
    'can be %s while networks are stored',
    (it) => expect(() => checkStored(it, 'truncated')).not.toThrow(),
  )

  it.each(['192.0.2.1', '192.0.2.0/25', '2001:db8:1::', '2001:db8:1::/49'])(
    'cannot be %s while networks are stored',
    (it) => expect(() => checkStored(it, 'truncated')).toThrow(invalid),
  )

  it('cannot be given while none is stored', () =>
    expect(() => checkStored('0.0.0.0/0', 'none')).toThrow(invalid))
})

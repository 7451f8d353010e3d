import { expect, it } from 'vitest'
import { createGatewayCheck, gatewayToken } from './gateway-token.ts'

it('accepts only a token from the same secret', () => {
  const isGateway = createGatewayCheck('one secret')

  expect(isGateway(gatewayToken('one secret'))).toBe(true)
  expect(isGateway(gatewayToken('another secret'))).toBe(false)
  expect(isGateway('')).toBe(false)
  expect(isGateway(undefined)).toBe(false)
})

it('accepts no token without a secret', () => {
  const isGateway = createGatewayCheck('')

  expect(gatewayToken('')).toBe('')
  expect(isGateway('')).toBe(false)
  expect(isGateway(gatewayToken('any'))).toBe(false)
})

it('of several secrets, the first makes the token and each is accepted', () => {
  const isGateway = createGatewayCheck('new,old')

  expect(gatewayToken('new,old')).toBe(gatewayToken('new'))
  expect(isGateway(gatewayToken('new'))).toBe(true)
  expect(isGateway(gatewayToken('old'))).toBe(true)
  expect(isGateway(gatewayToken('older'))).toBe(false)
  expect(createGatewayCheck(',')('')).toBe(false)
})

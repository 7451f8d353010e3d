import { expect, it } from 'vitest'
import { isPublicAddress, isPublicHost } from './public-address.ts'

it.each([
  '1.1.1.1',
  '93.184.215.14',
  '172.15.0.1',
  '172.32.0.1',
  '2606:4700::1111',
  '2a00:1450::8',
])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true))

it.each([
  ['this machine', '127.0.0.1 127.255.255.254 0.0.0.0 0.1.2.3 ::1 ::'],
  ['a private net', '10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 100.64.0.1 fc00::1 fd12::1'],
  ['the same wire', '169.254.1.1 fe80::1 fe80::1%eth0 fec0::1'],
  ['the metadata of a cloud', '169.254.169.254 168.63.129.16 100.100.100.200 fd00:ec2::254'],
  ['everybody', '224.0.0.1 239.255.255.250 255.255.255.255 ff02::1'],
  ['documents and tests', '192.0.2.1 198.51.100.1 203.0.113.1 198.18.0.1 2001:db8::1 3fff::1'],
  ['nobody yet', '240.0.0.1 192.0.0.1 192.88.99.1 4000::1 5f00::1 100::1 2001:2::1'],
  [
    'another, mapped',
    '::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:7f00:1 ::127.0.0.1 ::ffff:0:127.0.0.1',
  ],
  ['another, translated', '64:ff9b::127.0.0.1 64:ff9b::808:808 64:ff9b:1::1 2002:7f00:1:: 2001::1'],
  ['nothing', 'localhost 1.2.3 1.2.3.4.5 :::1'],
])('what stands for %s is not public: %s', (_, addresses) => {
  expect(addresses.split(' ').filter(isPublicAddress)).toEqual([])
})

it.each([
  'localhost',
  'LOCALHOST.',
  'a.localhost',
  'printer.local',
  'db.internal',
  'nas.home.arpa',
])('the name %s is local by itself', (host) => expect(isPublicHost(host)).toBe(false))

it.each(['example.com', 'local.example', 'localhost.example', '1.1.1.1', '[2606:4700::1111]'])(
  'the host %s may be public',
  (host) => expect(isPublicHost(host)).toBe(true),
)

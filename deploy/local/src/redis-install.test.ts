import { expect, it } from 'vitest'
import { packagesOf } from './redis-install.ts'

it('lists the packages that apt would install or upgrade, with their versions', () => {
  const simulation = `Reading package lists...
The following NEW packages will be installed:
  libjemalloc2 redis-server redis-tools
Inst libc6 [2.36-9] (2.36-9+deb12u10 Debian:12.10/stable [amd64])
Inst redis-tools (5:7.0.15-1~deb12u3 Debian:12.10/stable [amd64]) []
Inst redis-server (5:7.0.15-1~deb12u3 Debian:12.10/stable [amd64])
Conf redis-tools (5:7.0.15-1~deb12u3 Debian:12.10/stable [amd64])`

  expect(packagesOf(simulation)).toEqual([
    'libc6 2.36-9+deb12u10',
    'redis-tools 5:7.0.15-1~deb12u3',
    'redis-server 5:7.0.15-1~deb12u3',
  ])
})

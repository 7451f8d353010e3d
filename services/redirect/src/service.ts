import type { AddressInfo } from 'node:net'
import { openGeoIp } from '@fingerpost/kit/geo/geoip'
import { connect } from '@fingerpost/kit/grpc/client'
import { type AddressPrecision, truncateAddress } from '@fingerpost/kit/net/ip'
import { openAdmin } from '@fingerpost/kit/process/admin'
import type { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import type { Logger } from '@fingerpost/kit/process/log'
import { secretsOf } from '@fingerpost/kit/secrets/shared-secret'
import { firstTry, openRedis, redisCheck, redisUrls } from '@fingerpost/kit/stores/redis'
import { DomainsService } from '@fingerpost/protos/catalog/v1/domain'
import { ClickLimitsService } from '@fingerpost/protos/link/v1/click_limit'
import { SlugsService } from '@fingerpost/protos/link/v1/slug'
import { openHttp } from './app.ts'
import { openClicks } from './clicks/click.queue.ts'
import { toStoredClick } from './clicks/privacy.rules.ts'
import type { Config } from './config.ts'
import { limitCache } from './limits/limit.cache.ts'
import { unknownLimit } from './limits/unknown.cache.ts'
import { guessCache } from './passwords/guess.cache.ts'
import { createSeal, passwordChecker } from './passwords/password.adapter.ts'
import { passwordRoutes } from './passwords/password.routes.ts'
import { openChangeFeed } from './records/change.client.ts'
import { createRecordCache } from './records/record.cache.ts'
import { lookupDomain, lookupLink } from './records/record.client.ts'
import { tlsRoutes } from './records/tls.routes.ts'
import { createPeerReader } from './requests/peer.mapper.ts'
import { traceVisits } from './requests/trace.hook.ts'
import { openTraits } from './rules/traits.adapter.ts'
import { openVisitors } from './visitors/visitor.cache.ts'
import { visitRoutes } from './visits/visit.routes.ts'

const CACHED_DOMAINS = 10_000

/** Longest wait for Redis when the process starts, before it listens. */
const CONNECT_MS = 250

/** Deadline for the click counters of another region. */
const FAR_TAKE_MS = 1_000

/** Composition root of redirect; tests start it exactly as `main` does. */
export async function startRedirect(config: Config, lifecycle: Lifecycle, log: Logger) {
  // Open before the first connection: reading a database later makes every process.nextTick ten
  // times slower for the life of the process, and a visit needs seven (Node 24; measured).
  const openGeo = (need: 'city' | 'country') =>
    lifecycle.own(`${need} databases`, openGeoIp(config, need, log), (it) => it.close())
  // The worker looks up cities, unless it does not receive full addresses.
  const need = config.CLICK_IP === 'full' ? 'country' : 'city'
  const geoip = openGeo(need)
  const secret = config.GRPC_SHARED_SECRET
  const visitorSecret = config.VISITOR_SECRET || secretsOf(secret)[0] || ''
  // Cities take 65 MB, which most instances need not spend: their rules ask for none.
  const openCities = () => (need === 'city' ? geoip : openGeo('city'))
  const traits = openTraits(visitorSecret, geoip, openCities)
  const urls = redisUrls(config)
  // In another region, records are read from the replica beside this process, and the cache and the
  // queue are far away: docs/regions.md.
  const isFar = config.REDIS_REPLICA_URL !== ''
  const nearUrl = config.REDIS_REPLICA_URL || urls.cache
  const disconnect = (it: { disconnect(): void }) => it.disconnect()
  const redis = lifecycle.own('redis', openRedis(nearUrl, 'hot', log), disconnect)
  const counters = lifecycle.own('counters', openRedis(urls.cache, 'cache', log), disconnect)
  const listening = openRedis(nearUrl, 'subscriber', log)
  const feed = lifecycle.own('change feed', openChangeFeed(listening, log, isFar), (it) =>
    it.close(),
  )
  const toLink = lifecycle.own('link', connect(config.LINK_ADDRESS, secret), (it) => it.close())
  const toCatalog = lifecycle.own('catalog', connect(config.CATALOG_ADDRESS, secret), (it) =>
    it.close(),
  )

  const clicks = await openClicks(config, lifecycle, log)
  const slugs = toLink.client(SlugsService)
  const lookUpDomain = lookupDomain(redis, feed, toCatalog.client(DomainsService))
  const lookUpLink = lookupLink(redis, feed, slugs)
  const domains = createRecordCache(lookUpDomain, feed, CACHED_DOMAINS)
  await firstTry([redis, counters], CONNECT_MS)
  const salts = isFar ? redis : counters
  const visitors = lifecycle.own('visitors', await openVisitors(salts, log), (it) => it.close())
  const precision = config.CLICK_IP as AddressPrecision
  const privacy = {
    ...traits,
    honorsOptOut: config.HONOUR_GPC,
    storesFullAddress: precision === 'full',
    truncate: (ip: string) => truncateAddress(ip, precision),
    numberOf: visitors.numberOf,
  }
  const visit = visitRoutes({
    domains,
    links: createRecordCache(lookUpLink, feed, config.CACHED_LINKS, { absentMs: 0 }),
    traits,
    peerOf: createPeerReader(config),
    limits: limitCache(
      counters,
      toLink.client(ClickLimitsService),
      slugs,
      log,
      isFar ? FAR_TAKE_MS : undefined,
    ),
    unknowns: unknownLimit(config.UNKNOWN_PER_MINUTE),
    passwords: passwordRoutes({
      guesses: guessCache(counters, visitorSecret),
      passwords: passwordChecker(),
      seal: createSeal(visitorSecret),
    }),
    record: (click, link, headers) => clicks.record(toStoredClick(click, link, headers, privacy)),
    losesClicks: clicks.losesClicks,
  })
  const http = lifecycle.own('http', openHttp(traceVisits(visit, secret), log), (it) => it.close())
  const port = await http.listen(config)

  const cache = redisCheck(redis)
  const uses = { geo: geoip.check, spool: clicks.checkSpool, queue: clicks.checkQueue }
  const admin = await openAdmin(config, { cache }, lifecycle, log, uses, tlsRoutes(domains))
  return { port, adminPort: (admin.address() as AddressInfo).port }
}

/** Multiplies the deadlines of processes, so that a busy machine does not cause fallbacks. */
export const TEST_PACE = { NODE_ENV: 'test', TEST_PACE: '10' }

/** Settings that differ in tested stacks: servers of the tests on this machine act as external sites. */
export const TEST_SETTINGS = {
  FETCH_ALLOW_PRIVATE: 'true',
  TEAM_CREATION: 'members',
  OIDC_ALLOWED_DOMAINS: 'trusted.example',
  RATE_LIMIT_PER_MINUTE: '1000000',
  RATE_LIMIT_ANALYTICS_PER_MINUTE: '1000000',
  RATE_LIMIT_IMPORT_PER_MINUTE: '1000000',
  RATE_LIMIT_QR_PER_MINUTE: '1000000',
  RATE_LIMIT_ADDRESS_PER_MINUTE: '300',
  SPOOL_RESERVE_BYTES: '1048576',
}

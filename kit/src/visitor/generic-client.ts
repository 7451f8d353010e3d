/**
 * HTTP clients of programs: the first word of the user agent (lower case) and the name of the
 * client. Their requests count as human visits, so that integrations and tests see their clicks.
 */
export const GENERIC_CLIENTS: Readonly<Record<string, string>> = {
  curl: 'curl',
  libcurl: 'curl',
  wget: 'Wget',
  httpie: 'HTTPie',
  xh: 'xh',
  python: 'Python',
  'python-requests': 'Python Requests',
  'python-urllib': 'Python urllib',
  'python-httpx': 'HTTPX',
  httpx: 'HTTPX',
  aiohttp: 'aiohttp',
  'go-http-client': 'Go',
  'go-resty': 'Resty',
  node: 'Node.js',
  'node.js': 'Node.js',
  'node-fetch': 'node-fetch',
  undici: 'undici',
  axios: 'axios',
  got: 'Got',
  superagent: 'SuperAgent',
  ky: 'Ky',
  deno: 'Deno',
  bun: 'Bun',
  okhttp: 'OkHttp',
  java: 'Java',
  'java-http-client': 'Java',
  'apache-httpclient': 'Apache HttpClient',
  jersey: 'Jersey',
  reqwest: 'reqwest',
  hyper: 'hyper',
  ureq: 'ureq',
  guzzlehttp: 'Guzzle',
  php: 'PHP',
  faraday: 'Faraday',
  ruby: 'Ruby',
  'rest-client': 'rest-client',
  'http.rb': 'http.rb',
  'libwww-perl': 'libwww-perl',
  lwp: 'libwww-perl',
  dart: 'Dart',
  alamofire: 'Alamofire',
  cfnetwork: 'CFNetwork',
  restsharp: 'RestSharp',
  postmanruntime: 'Postman',
  insomnia: 'Insomnia',
  powershell: 'PowerShell',
  dotnet: '.NET',
  playwright: 'Playwright',
  autocannon: 'autocannon',
  wrk: 'wrk',
}

/**
 * The name of the generic client at the start of a user agent, also with a suffix
 * (`node-superagent`); undefined for any other user agent.
 */
export function genericClient(userAgent: string): string | undefined {
  let [word = ''] = /^[a-z0-9.-]+(?=$|[ /_;(])/i.exec(userAgent) ?? []
  word = word.toLowerCase()
  for (; word !== ''; word = word.slice(0, Math.max(0, word.lastIndexOf('-')))) {
    if (Object.hasOwn(GENERIC_CLIENTS, word)) return GENERIC_CLIENTS[word]
  }
  return undefined
}

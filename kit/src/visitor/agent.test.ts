import { expect, it } from 'vitest'
import { agentOf } from './agent.ts'

// biome-ignore format: one agent a line
const AGENTS = [
  // device, system, browser, brand, agent
  ['Desktop', 'Windows', 'Chrome', '', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'],
  ['Desktop', 'Windows', 'Edge', '', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0'],
  ['Desktop', 'Windows', 'Firefox', '', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0'],
  ['Desktop', 'Windows', 'IE', '', 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko'],
  ['Desktop', 'Windows', 'Opera', '', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 OPR/106.0.0.0'],
  ['Desktop', 'Windows', 'Yandex', '', 'Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/109.0.0.0 YaBrowser/23.1.0 Safari/537.36'],
  ['Desktop', 'macOS', 'Safari', 'Apple', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15'],
  ['Desktop', 'macOS', 'Chrome', 'Apple', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'],
  ['Desktop', 'macOS', 'Firefox', 'Apple', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:133.0) Gecko/20100101 Firefox/133.0'],
  ['Desktop', 'Linux', 'Chrome', '', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'],
  ['Desktop', 'Ubuntu', 'Firefox', '', 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'],
  ['Desktop', 'Fedora', 'Firefox', '', 'Mozilla/5.0 (X11; Fedora; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'],
  ['Desktop', 'ChromeOS', 'Chrome', '', 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'],
  ['Desktop', 'FreeBSD', 'Firefox', '', 'Mozilla/5.0 (X11; FreeBSD amd64; rv:122.0) Gecko/20100101 Firefox/122.0'],
  ['Desktop', 'OpenBSD', 'Chrome', '', 'Mozilla/5.0 (X11; OpenBSD amd64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'],
  ['Mobile', 'iOS', 'Mobile Safari', 'Apple', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'],
  ['Mobile', 'iOS', 'Chrome', 'Apple', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1'],
  ['Mobile', 'iOS', 'Firefox', 'Apple', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/133.0 Mobile/15E148 Safari/605.1.15'],
  ['Mobile', 'iOS', 'Facebook', 'Apple', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/490.0.0.41.103;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.5]'],
  ['Mobile', 'iOS', 'Instagram', 'Apple', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 355.0.0.20.103 (iPhone14,5; iOS 17_5; en_US)'],
  ['Mobile', 'iOS', 'WeChat', 'Apple', 'Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.42 NetType/WIFI Language/zh_CN'],
  ['Mobile', 'iOS', 'Mobile Safari', 'Apple', 'Mozilla/5.0 (iPod touch; CPU iPhone OS 12_5_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1'],
  ['Tablet', 'iOS', 'Mobile Safari', 'Apple', 'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1'],
  ['Mobile', 'Android', 'Chrome', 'Google', 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'],
  ['Mobile', 'Android', 'Chrome', 'Samsung', 'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'],
  ['Mobile', 'Android', 'Samsung Internet', 'Samsung', 'Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-A546B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36'],
  ['Mobile', 'Android', 'Chrome', '', 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'],
  ['Mobile', 'Android', 'Firefox', '', 'Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0'],
  ['Mobile', 'Android', 'Chrome', 'Xiaomi', 'Mozilla/5.0 (Linux; Android 13; M2101K6G) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36'],
  ['Mobile', 'Android', 'Huawei Browser', 'Huawei', 'Mozilla/5.0 (Linux; Android 12; HUAWEI P50) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/99.0.4844.88 HuaweiBrowser/13.0.4.302 Mobile Safari/537.36'],
  ['Mobile', 'Android', 'UCBrowser', 'Realme', 'Mozilla/5.0 (Linux; U; Android 11; en-US; RMX2185) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.58 UCBrowser/13.4.0.1306 Mobile Safari/537.36'],
  ['Mobile', 'Android', 'Chrome', 'Motorola', 'Mozilla/5.0 (Linux; Android 9; moto g(7) play) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36'],
  ['Tablet', 'Android', 'Chrome', 'Samsung', 'Mozilla/5.0 (Linux; Android 13; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'],
  ['Tablet', 'Android', 'Chrome', 'Google', 'Mozilla/5.0 (Linux; Android 13; Pixel Tablet) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'],
  ['Tablet', 'Android', 'Silk', 'Amazon', 'Mozilla/5.0 (Linux; Android 9; KFMAWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/120.1.1 like Chrome/120.0.0.0 Safari/537.36'],
  ['Tablet', 'Android', 'Firefox', '', 'Mozilla/5.0 (Android 13; Tablet; rv:133.0) Gecko/133.0 Firefox/133.0'],
  ['Mobile', 'Windows Phone', 'Edge', 'Microsoft', 'Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/52.0.2743.116 Mobile Safari/537.36 Edge/15.14977'],
  ['Mobile', 'KAIOS', 'Firefox', 'Nokia', 'Mozilla/5.0 (Mobile; Nokia 8110 4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5'],
  ['Mobile', 'Android', 'Opera Mini', '', 'Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; id) Presto/2.12.423 Version/12.16'],
  ['Mobile', 'OpenHarmony', 'Huawei Browser', '', 'Mozilla/5.0 (Phone; OpenHarmony 6.0; like Android 12) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.0.0 Safari/537.36 ArkWeb/6.0.0.47 Mobile HuaweiBrowser/6.0.1'],
  ['Tablet', 'OpenHarmony', 'Chrome', '', 'Mozilla/5.0 (Tablet; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1'],
  ['Desktop', 'OpenHarmony', 'Chrome', '', 'Mozilla/5.0 (PC; OpenHarmony 7.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/132.0.0.0 Safari/537.36 ArkWeb/7.0.0.10'],
  ['Mobile', 'Sailfish', 'Sailfish Browser', '', 'Mozilla/5.0 (Sailfish 4.5; Android 8.1.0; Mobile; rv:91.0) Gecko/91.0 Firefox/91.0 SailfishBrowser/1.0'],
  ['TV', 'Tizen', 'Samsung Internet', 'Samsung', 'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/2.2 Chrome/63.0.3239.84 TV Safari/537.36'],
  ['TV', 'webOS', 'Chrome', '', 'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/87.0.4280.88 Safari/537.36 WebAppManager'],
  ['TV', 'Android', 'Silk', 'Amazon', 'Mozilla/5.0 (Linux; Android 9; AFTMM Build/PS7633) AppleWebKit/537.36 (KHTML, like Gecko) Silk/112.5.1 like Chrome/112.0.5615.213 Safari/537.36'],
  ['TV', 'Android', 'Chrome', 'Sony', 'Mozilla/5.0 (Linux; Android 10; BRAVIA 4K VH2) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'],
  ['TV', '', 'Chrome', 'Google', 'Mozilla/5.0 (CrKey armv7l 1.5.16041) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/31.0.1650.0 Safari/537.36'],
  ['TV', '', '', 'Roku', 'Roku/DVP-12.5 (12.5.0.4178-88)'],
  ['TV', '', '', 'Apple', 'AppleTV11,1/11.1'],
  ['Console', 'PlayStation', 'Safari', 'Sony', 'Mozilla/5.0 (PlayStation; PlayStation 5/6.50) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.4 Safari/605.1.15'],
  ['Console', 'PlayStation', 'WebKit', 'Sony', 'Mozilla/5.0 (PlayStation 4 11.00) AppleWebKit/605.1.15 (KHTML, like Gecko)'],
  ['Console', 'Xbox', 'Edge', 'Microsoft', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox Series X) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 Edge/44.18363.8131'],
  ['Console', 'Nintendo', 'WebKit', 'Nintendo', 'Mozilla/5.0 (Nintendo Switch; WifiWebAuthApplet) AppleWebKit/606.4 (KHTML, like Gecko) NF/6.0.1.16.10 NintendoBrowser/5.1.0.20923'],
  ['Wearable', 'Android', 'Chrome', 'Samsung', 'Mozilla/5.0 (Linux; Android 11; SM-R890) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/111.0.0.0 Mobile Safari/537.36'],
  ['Wearable', 'Android', 'Oculus Browser', 'Facebook', 'Mozilla/5.0 (Linux; Android 12; Quest 3) AppleWebKit/537.36 (KHTML, like Gecko) OculusBrowser/31.0 Chrome/120.0.0.0 VR Safari/537.36'],
  ['Unknown', '', 'curl', '', 'curl/8.5.0'],
  ['Unknown', '', 'Wget', '', 'Wget/1.21.4'],
  ['Unknown', '', 'Python Requests', '', 'python-requests/2.31.0'],
  ['Unknown', '', 'Go', '', 'Go-http-client/1.1'],
  ['Unknown', '', 'Node.js', '', 'node'],
  ['Unknown', '', 'undici', '', 'undici'],
  ['Unknown', '', 'OkHttp', '', 'okhttp/4.12.0'],
  ['Unknown', '', 'axios', '', 'axios/1.7.0'],
  ['Unknown', '', 'Postman', '', 'PostmanRuntime/7.36.0'],
] as const

it.each(AGENTS)('%s, %s, %s, %s: %s', (device, os, browser, brand, userAgent) => {
  expect(agentOf(userAgent)).toMatchObject({ device, os, browser, brand })
})

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'
const TIZEN =
  'Mozilla/5.0 (SMART-TV; LINUX; Tizen 7.0) AppleWebKit/537.36 (KHTML, like Gecko) 94.0.4606.31/7.0 TV Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:133.0) Gecko/20100101 Firefox/133.0'

it.each([
  [CHROME, { ua: '"Brave";v="131", "Chromium";v="131"' }, { browser: 'Brave', os: 'Linux' }],
  [CHROME, { ua: '"Google Chrome";v="131", "Not_A Brand";v="24"' }, { browser: 'Chrome' }],
  [CHROME, { ua_platform: '"Android"', ua_mobile: '?0' }, { os: 'Android', device: 'Tablet' }],
  [CHROME, { ua_platform: '"Chrome OS"' }, { os: 'ChromeOS', device: 'Desktop' }],
  [CHROME, { ua_platform: '"Linux"' }, { os: 'Linux', device: 'Desktop', is_mobile: false }],
  [CHROME, { ua_mobile: '?1' }, { device: 'Mobile', is_mobile: true }],
  [ANDROID, { ua_model: '"Pixel 8"' }, { brand: 'Google', device: 'Mobile' }],
  [
    ANDROID,
    { ua_model: '"SM-S921B"', ua_platform: '"Windows"' },
    { brand: 'Samsung', os: 'Android' },
  ],
  [ANDROID, { ua_model: '""' }, { brand: '', device: 'Mobile' }],
  [ANDROID, { ua_model: '"SM-X710"' }, { brand: 'Samsung', device: 'Tablet', is_mobile: true }],
  [ANDROID, { ua_model: '"BRAVIA VU31"' }, { brand: 'Sony', device: 'TV', is_mobile: false }],
  [TIZEN, { ua_mobile: '?0' }, { os: 'Tizen', device: 'TV' }],
  [FIREFOX, { ua: '"Brave";v="1"', ua_platform: '"macOS"' }, { browser: 'Firefox', os: 'Windows' }],
  ['', { ua_platform: '"Unknown"', ua: '"toString"' }, { os: '', browser: '', device: 'Unknown' }],
  ['MyShop/1.0', { ua_platform: '"iOS"' }, { os: 'iOS', platform: 'iOS', device: 'Mobile' }],
] as const)('hints say more than the agent %s: %j', (userAgent, hints, expected) => {
  expect(agentOf(userAgent, hints)).toMatchObject(expected)
})

it('only phones, tablets and watches are mobile', () => {
  for (const [device, , , , userAgent] of AGENTS) {
    const mobile = ['Mobile', 'Tablet', 'Wearable'].includes(device)
    expect([userAgent, agentOf(userAgent).is_mobile]).toEqual([userAgent, mobile])
  }
})

it('distributions have the platform Linux; other systems are their own platform', () => {
  const platform = (part: string) =>
    agentOf(AGENTS.find(([, , , , it]) => it.includes(part))?.[4] ?? '').platform
  expect(['Ubuntu', 'Fedora', 'X11; Linux', 'FreeBSD', 'iPad', 'Windows NT'].map(platform)).toEqual(
    ['Linux', 'Linux', 'Linux', 'BSD', 'iOS', 'Windows'],
  )
})

it.each([
  ['; '.repeat(256)],
  ['('.repeat(512)],
  [' '.repeat(512)],
  [`Mozilla/5.0 (${'a;'.repeat(240)}`],
  ['\u0000\u202e'],
])('nonsense is an unknown device', (userAgent) => {
  expect(agentOf(userAgent)).toMatchObject({ device: 'Unknown', browser: '', os: '' })
})

it.each(['__proto__', 'constructor', 'toString', '"__proto__"'])(
  'a platform hint of %s is not an operating system',
  (uaPlatform) => {
    expect(agentOf('some agent', { ua_platform: uaPlatform })).toMatchObject({
      os: '',
      platform: '',
    })
  },
)

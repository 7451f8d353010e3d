import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isBot } from './bot.ts'
import { genericClient } from './generic-client.ts'

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36'
const GOOGLEBOT =
  'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

describe('a visitor', () => {
  it.each([
    CHROME,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'curl/8.5.0',
    'Wget/1.21.4',
    'python-requests/2.32.3',
    'Python/3.12 aiohttp/3.9.5',
    'Go-http-client/1.1',
    'node',
    'node-superagent/3.8.3',
    'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)',
    'got (https://github.com/sindresorhus/got)',
    'GuzzleHttp/7',
    'libcurl-agent/1.0',
    'undici',
    'axios/1.7.2',
    'okhttp/4.12.0',
    'Java/21.0.2',
    'Java-http-client/17.0.1',
    'PostmanRuntime/7.39.0',
    'MyShop/1.0',
    'Viberia/1.0',
    'k6-shop/1.0',
    'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36 Viber/24.1',
    'integration-test',
  ])('is who comes as %s', (agent) => {
    expect(isBot(agent)).toBe(false)
  })
})

// By firm, as the crawlers of these firms have the same names.
describe.each([
  ['Sogou', ['AWP/2.0 SogouMSE,SogouMobileBrowser/5.28.18', 'SogouSearch Android1.0 version3.0']],
  ['ByteDance', ['NewsArticle/9.4.1', 'NewsLite/9.4', 'BytedanceWebview/d8a21c6', 'aweme/30.1']],
  ['Opera', ['OPR/76.2 Opera News/11.0']],
  ['SmartNews', ['SmartNews/24.7']],
  ['Particle Media', ['NewsBreak/24.2']],
  ['Apple', ['Version/18.1 Mobile/15E148 Safari/604.1', 'AppleNews/928 Version/3.0']],
  ['Baidu', ['baiduboxapp/13.56.0.10 (Baidu; P1 14)', 'bdbrowser_i18n/4.6']],
  ['Cốc Cốc', ['coc_coc_browser/95.0']],
  ['DuckDuckGo', ['DuckDuckGo/5', 'Ddg/18.1']],
  ['Facebook', ['[FB_IAB/FB4A;FBAV/490.0.0.41.103;]', 'Instagram 355.0.0.20.103', 'Barcelona 360']],
  ['Google', ['GSA/302.0', 'GoogleApp/15']],
  ['Huawei', ['HuaweiBrowser/13.0.4.302']],
  ['Kakao', ['KAKAOTALK/10.4 (INAPP)', 'DaumApps/7.0', 'DaumDevice/mobile']],
  ['LinkedIn', ['[LinkedInApp]/9.29']],
  ['Mail.ru', ['Atom/23.0']],
  ['Microsoft', ['BingSapphire/24.1', 'EdgA/131.0', 'Copilot/29.0']],
  ['Naver', ['NAVER(inapp; search; 2000; 12.5.4)', 'Whale/3.1']],
  ['Pinterest', ['[Pinterest/Android]', '[Pinterest/iOS]']],
  ['Qwant', ['Qwant/5.0', 'QwantBrowser/5.0']],
  ['Seznam', ['SznProhlizec/10.2']],
  ['Snap', ['Snapchat/12.60']],
  ['Telegram', ['Telegram-Android/11.4 (Samsung; Android 14)']],
  ['X', ['TwitterAndroid', 'Twitter for iPhone/10.1']],
  ['Yahoo', ['YJApp-ANDROID jp.co.yahoo.android.yjtop/3.1']],
  ['Yandex', ['YaApp_Android/23.10 YaSearchBrowser/23.10', 'YaBrowser/23.1']],
])('people with an app of %s', (_, apps) => {
  it.each(apps)('are no bots: %s', (app) => {
    expect(isBot(`${ANDROID} ${app}`)).toBe(false)
    expect(isBot(`${ANDROID} ${app} (compatible; FooBot/1.0)`)).toBe(true)
  })
})

describe('a bot', () => {
  it.each([
    '',
    '   ',
    GOOGLEBOT,
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'Twitterbot/1.0',
    'WhatsApp/2.23.20.0',
    'TelegramBot (like TwitterBot)',
    'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
    'ELB-HealthChecker/2.0',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0',
    'Mozilla/5.0 (compatible; Perplexity-User/1.0)',
    'meta-externalfetcher/1.1',
    'Bluesky/',
    'Viber',
    'kube-probe/1.31',
    'Uptime-Kuma/1.23.16',
    'Data-Hotel-Watchdog/1.1',
    'Apple-PubSub/65.28',
    'Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)',
    'Googlebot-News',
    'Barracuda Sentinel (EE)',
    'Prometheus/2.53.0',
    'k6/0.54.0 (https://k6.io/)',
    'python-requests/2.32.3 (compatible; XBot/1.0)',
    'curl/8.5.0 (uptime-monitor)',
  ])('is who comes as %j', (agent) => {
    expect(isBot(agent)).toBe(true)
  })
})

describe('collections of user agents', () => {
  const require = createRequire(import.meta.url)

  it('at least 97 % of bots are recognized, HTTP libraries excluded', () => {
    const bots = require('crawler-user-agents') as { instances: string[] }[]
    const agents = bots.flatMap(({ instances }) => instances).filter((it) => !genericClient(it))
    const missed = agents.filter((it) => !isBot(it))
    expect(agents.length).toBeGreaterThan(2_000)
    expect(missed.length / agents.length, missed.join('\n')).toBeLessThan(0.03)
  })

  it('at least 97 % of the crawlers in woothee are recognized', () => {
    const folder = dirname(require.resolve('woothee/package.json'))
    const agents = ['crawler', 'crawler_google', 'crawler_nonmajor'].flatMap((name) => {
      const file = readFileSync(join(folder, 'woothee/testsets', `${name}.yaml`), 'utf8')
      return [...file.matchAll(/^- target: '(.*)'$/gm)].map(([, agent = '']) => agent)
    })
    const missed = agents.filter((it) => !isBot(it))
    expect(agents.length).toBeGreaterThan(70)
    expect(missed.length / agents.length, missed.join('\n')).toBeLessThan(0.03)
  })

  it('at most 0.1 % of browsers are classified as bots', () => {
    const folder = dirname(require.resolve('user-agents'))
    const file = readFileSync(join(folder, 'user-agents.json'), 'utf8')
    const people = (JSON.parse(file) as { userAgent: string }[]).map((it) => it.userAgent)
    const taken = people.filter(isBot)
    expect(people.length).toBeGreaterThan(5_000)
    expect(taken.length / people.length, taken.join('\n')).toBeLessThanOrEqual(0.001)
  })
})

it('reads only the beginning of a user agent', () => {
  expect(isBot(`${CHROME}${' '.repeat(600)}Googlebot/2.1`)).toBe(false)
})

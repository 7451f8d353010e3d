/** User agents of browsers and programs. */
export const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'

const KIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const IOS = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

type Agent = readonly [
  phone: 'ios' | 'android' | 'main',
  device: string,
  os: string,
  browser: string,
  agent: string,
]

/** Browsers, with the mobile redirect rule and the analytics values they should get. */
// biome-ignore format: one agent a line
export const BROWSERS: readonly Agent[] = [
  ['main', 'Desktop', 'Windows', 'Chrome', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/131.0.0.0 Safari/537.36`],
  ['main', 'Desktop', 'Windows', 'Edge', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`],
  ['main', 'Desktop', 'Windows', 'Firefox', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0'],
  ['main', 'Desktop', 'macOS', 'Safari', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${IOS} Version/18.1 Safari/605.1.15`],
  ['main', 'Desktop', 'ChromeOS', 'Chrome', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${KIT} Chrome/131.0.0.0 Safari/537.36`],
  ['main', 'Desktop', 'Ubuntu', 'Firefox', 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'],
  ['ios', 'Mobile', 'iOS', 'Mobile Safari', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${IOS} Version/18.1 Mobile/15E148 Safari/604.1`],
  ['ios', 'Mobile', 'iOS', 'Chrome', `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${IOS} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`],
  ['ios', 'Mobile', 'iOS', 'Facebook', `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${IOS} Mobile/15E148 [FBAN/FBIOS;FBAV/490.0.0.41.103;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/17.5]`],
  ['ios', 'Mobile', 'iOS', 'Mobile Safari', `Mozilla/5.0 (iPod touch; CPU iPhone OS 12_5_7 like Mac OS X) ${IOS} Version/12.1.2 Mobile/15E148 Safari/604.1`],
  ['ios', 'Tablet', 'iOS', 'Mobile Safari', `Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) ${IOS} Version/16.6 Mobile/15E148 Safari/604.1`],
  ['android', 'Mobile', 'Android', 'Chrome', `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${KIT} Chrome/131.0.0.0 Mobile Safari/537.36`],
  ['android', 'Mobile', 'Android', 'Chrome', `Mozilla/5.0 (Linux; Android 10; K) ${KIT} Chrome/131.0.0.0 Mobile Safari/537.36`],
  ['android', 'Mobile', 'Android', 'Firefox', 'Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0'],
  ['android', 'Tablet', 'Android', 'Chrome', `Mozilla/5.0 (Linux; Android 13; SM-X710) ${KIT} Chrome/131.0.0.0 Safari/537.36`],
  ['android', 'TV', 'Android', 'Chrome', `Mozilla/5.0 (Linux; Android 10; BRAVIA 4K VH2) ${KIT} Chrome/120.0.0.0 Safari/537.36`],
  ['main', 'Mobile', 'Windows Phone', 'Edge', `Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) ${KIT} Chrome/52.0.2743.116 Mobile Safari/537.36 Edge/15.14977`],
  ['main', 'Console', 'PlayStation', 'Safari', `Mozilla/5.0 (PlayStation; PlayStation 5/6.50) ${IOS} Version/15.4 Safari/605.1.15`],
]

/** Programs that follow links on behalf of users, by the name that analytics shows. */
export const PROGRAMS: readonly (readonly [browser: string, agent: string])[] = [
  ['curl', 'curl/8.5.0'],
  ['Wget', 'Wget/1.21.4'],
  ['HTTPie', 'HTTPie/3.2.2'],
  ['Python Requests', 'python-requests/2.32.3'],
  ['Python urllib', 'Python-urllib/3.12'],
  ['Python', 'Python/3.12 aiohttp/3.9.5'],
  ['HTTPX', 'python-httpx/0.27.0'],
  ['Go', 'Go-http-client/2.0'],
  ['Node.js', 'node'],
  ['node-fetch', 'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)'],
  ['undici', 'undici'],
  ['axios', 'axios/1.7.2'],
  ['Deno', 'Deno/1.44.0'],
  ['Bun', 'Bun/1.1.0'],
  ['OkHttp', 'okhttp/4.12.0'],
  ['Java', 'Java/21.0.2'],
  ['Apache HttpClient', 'Apache-HttpClient/4.5.14 (Java/17.0.1)'],
  ['Guzzle', 'GuzzleHttp/7'],
  ['Ruby', 'Ruby'],
  ['Postman', 'PostmanRuntime/7.39.0'],
]

/** Crawlers, preview fetchers, and scanners. */
export const BOTS: readonly string[] = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) ${KIT} Chrome/140.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
  'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
  'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
  'Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)',
  'Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'CCBot/2.0 (https://commoncrawl.org/faq/)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Twitterbot/1.0',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  'WhatsApp/2.23.20.0',
  'TelegramBot (like TwitterBot)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'Pinterestbot/1.0 (+http://www.pinterest.com/bot.html)',
  'SkypeUriPreview Preview/0.5',
  'ELB-HealthChecker/2.0',
  'Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
  'Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)',
  'Mozilla/5.0 (compatible; CensysInspect/1.1; +https://about.censys.io/)',
  'python-requests/2.32.3 (compatible; XBot/1.0)',
  'curl/8.5.0 (uptime-monitor)',
  '   ',
]

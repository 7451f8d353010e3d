import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { agentOf } from './agent.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const chrome = (model: string, version: string, mobile = '') =>
  `Mozilla/5.0 (Linux; Android ${version}; ${model}) ${WEBKIT} Chrome/124.0.0.0 ${mobile}Safari/537.36`
const webView = (model: string, version: string, mobile = '') =>
  `Mozilla/5.0 (Linux; Android ${version}; ${model}; wv) ${WEBKIT} Version/4.0 Chrome/120.0.6099.230 ${mobile}Safari/537.36`
const app = (model: string, version: string) =>
  `Dalvik/2.1.0 (Linux; U; Android ${version}; ${model})`

// biome-ignore format: one agent a line
const TVS = [
  // Samsung: Tizen, and Maple before it
  `Mozilla/5.0 (SMART-TV; LINUX; Tizen 7.0) ${WEBKIT} 94.0.4606.31/7.0 TV Safari/537.36`,
  `Mozilla/5.0 (Linux; Tizen 2.3; SMART-TV) AppleWebKit/538.1 (KHTML, like Gecko) Version/2.3 TV Safari/538.1`,
  `Mozilla/5.0 (SMART-TV; Linux; Tizen 2.4.0) AppleWebKit/538.1 (KHTML, like Gecko) Version/2.4.0 Mobile Safari/538.1`,
  'Mozilla/5.0 (SmartHub; SMART-TV; U; Linux/SmartTV; Maple2012) AppleWebKit/534.7 (KHTML, like Gecko) SmartTV Safari/534.7',
  'Mozilla/5.0 (Windows; U; en-US; rv:1.8.1.11; Gecko/20071129; Firefox/2.5.0) Maple 5.1.00277 Navi',
  'HbbTV/1.1.1 (;Samsung;SmartTV2013;T-FXPDEUC-1102.2;;) WebKit',
  // LG: webOS, and NetCast before it
  `Mozilla/5.0 (Web0S; Linux/SmartTV) ${WEBKIT} Chrome/94.0.4606.128 Safari/537.36 DMOST/2.0.0 (; LGE; webOSTV; WEBOS6.3.0 03.34.95)`,
  `Mozilla/5.0 (Linux; NetCast; U) AppleWebKit/537.31 (KHTML, like Gecko) Chrome/38.0.2125.122 Safari/537.31 SmartTV/7.0`,
  'Mozilla/5.0 (DirectFB; Linux armv7l) AppleWebKit/534.26+ (KHTML, like Gecko) Version/5.0 Safari/534.26+ LG Browser/5.00.00(+mouse+3D+SCREEN+TUNER; LGE; 47LM9600-NA; 06.00.00; 0x00000001;); LG NetCast.TV-2012',
  'LG Browser/7.00.00(LGE; WEBOS1; 00.00.00) webOS.TV-2015)',
  // Android TV and Google TV
  chrome('BRAVIA 4K UR2 Build/PTT1.190515.001.S104', '9'),
  webView('BRAVIA VH21', '12'),
  chrome('Chromecast Build/STTE.230615.004', '12'),
  chrome('Google TV Streamer', '14'),
  chrome('SHIELD Android TV Build/RQ1A.210105.003', '11'),
  chrome('MIBOX4 Build/PI', '9'),
  webView('MiTV-AXSO0 Build/RTT0.210101.001', '11', 'Mobile '),
  chrome('Nexus Player Build/NRD91N', '7.0'),
  chrome('4K Smart TV Pro', '11'),
  chrome('UHD Google TV Build/STT1', '12'),
  chrome('TPM191E TV', '9'),
  webView('ADT-3 Build/RVC', '11'),
  app('BRAVIA 4K VH2 Build/QTG3', '10'),
  app('Philips Android TV', '11'),
  app('SmartTV 4K', '11'),
  app('AFTKA Build/PS7633', '9'),
  chrome('X96 Max Plus', '9'),
  'Mozilla/5.0 (Linux; GoogleTV 3.2; NSZ-GS7/GX70 Build/MASTER) AppleWebKit/534.24 (KHTML, like Gecko) Chrome/11.0.696.77 Safari/534.24',
  'Mozilla/5.0 (X11; Linux i686) AppleWebKit/534.24 (KHTML, like Gecko) Chrome/11.0.696.77 Large Screen Safari/534.24 GoogleTV/092754',
  // Chromecast, Fire TV, Roku, Apple TV
  `Mozilla/5.0 (X11; Linux armv7l) ${WEBKIT} Chrome/90.0.4430.225 Safari/537.36 CrKey/1.56.500000 DeviceType/Chromecast`,
  `Mozilla/5.0 (Linux; Android 12.0; Build/STTL.230620.001) ${WEBKIT} Chrome/120.0.0.0 Safari/537.36 CrKey/1.56.500000 DeviceType/AndroidTV`,
  `Mozilla/5.0 (Linux; Android 7.1.2; AFTA) ${WEBKIT} Silk/98.6.10 like Chrome/98.0.4758.136 Safari/537.36`,
  webView('AFTSSS Build/PS7285', '9', 'Mobile '),
  'Mozilla/5.0 (Linux; U; Android 4.2.2; en-us; AFTB Build/JDQ39) AppleWebKit/537.36 (KHTML, like Gecko) Silk/3.16 Safari/537.36',
  'Roku/DVP-9.10 (519.10E04111A)',
  'Roku4640X/DVP-7.70 (297.70E04154A)',
  'Mozilla/5.0 (Roku) AppleWebKit/534.34 (KHTML, like Gecko) Roku/DVP-11.5',
  'AppleTV6,2/11.1',
  'AppleCoreMedia/1.0.0.20J373 (Apple TV; U; CPU OS 16_0 like Mac OS X; en_us)',
  'Mozilla/5.0 (AppleTV; U; CPU OS 9_0 like Mac OS X; en-us) AppleWebKit/601.1 (KHTML, like Gecko)',
  'MyPlayer/1.4 (com.example.player; build:1; tvOS 17.0.0) Alamofire/5.6.4',
  // HbbTV, and makers' own browsers
  `Mozilla/5.0 (Linux; armv7l) ${WEBKIT} Chrome/88.0.4324.93 Safari/537.36 HbbTV/1.5.1 (+DRM; Vestel; MB230; 1.0; 1.0; _TV__2021)`,
  `Mozilla/5.0 (Linux; U; Android 9) ${WEBKIT} Chrome/94.0 Safari/537.36 OPR/46.0.2207.0 OMI/4.23.0.158 HbbTV/1.6.1`,
  `Mozilla/5.0 (Linux; ) ${WEBKIT} Chrome/79.0.3945.79 Safari/537.36 OPR/36.0 OMI/4.21.1.15 VSTVB MB100`,
  'Opera/9.80 (Linux armv7l; HbbTV/1.2.1 (; Philips; 40HFL5010T12; ; PHILIPSTV; CE-HTML/1.0 NETTV/4.3.1) Presto/2.12.407 Version/12.50',
  'Opera/9.80 (Linux mips; Opera TV Store/5581; ) Presto/2.12.362 Version/12.11',
  `Mozilla/5.0 (X11; FreeBSD; U; Viera; en-us) AppleWebKit/537.11 (KHTML, like Gecko) Viera/3.10.0 Chrome/23.0.1271.97 Safari/537.11`,
  `Mozilla/5.0 (Linux armv7l; VIDAA) ${WEBKIT} Chrome/88.0 Safari/537.36 Hisense`,
  `Mozilla/5.0 (Linux; Linux x86_64; VIZIO SmartCast) ${WEBKIT} Chrome/90.0.4430.212 Safari/537.36`,
  'Mozilla/5.0 (DTV; TVwithVideoPlayer) NetFront/4.1 AQUOSBrowser/2.0 InettvBrowser/2.2 (08001F;DTV04VSFC3;0001;0001)',
  'Mozilla/5.0 (DirectFB; U; Linux mips; en) AppleWebKit/531.2+ (KHTML, like Gecko) SonyDTV/1.0 SonyCEBrowser/1.0 (KDL-40EX720; CTV2010/PKG4.017EUA; GBR)',
  'LOEWE/TV HbbTV/1.1.1 (+PVR; Loewe; SL121; LOH;;) CE-HTML/1.0 SL121/16.16.0',
]

// biome-ignore format: one agent a line
const TABLETS = [
  // iPad: browsers, and apps that name the model or the system only
  'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (iPad; U; CPU OS 3_2 like Mac OS X; en-us) AppleWebKit/531.21.10 (KHTML, like Gecko) Version/4.0.4 Mobile/7B334b Safari/531.21.10',
  'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBDV/iPad13,4;FBMD/iPad;FBSN/iPadOS;FBSV/17.5]',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 15_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 240.2.0.13.104 (iPad7,11; iPadOS 15_5; en_US; scale=2.00; 750x1334)',
  'MyShop/4.2 (iPad; iOS 16.4; Scale/2.00)',
  'MyShop/4.2 (com.example.shop; build:1; iPadOS 16.4.0) Alamofire/5.6.4',
  'Spotify/8.8 iOS/16.4 (iPad8,9)',
  // Samsung, Amazon, Google
  chrome('SM-X906B', '14'),
  chrome('SM-T295', '11', 'Mobile '),
  webView('SM-T585 Build/M1AJQ', '8.1.0', 'Mobile '),
  app('SM-P610 Build/TP1A.220624.014', '13'),
  `Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-X200) ${WEBKIT} SamsungBrowser/23.0 Chrome/115.0.0.0 Safari/537.36`,
  'Mozilla/5.0 (Linux; U; Android 2.2; en-gb; GT-P1000 Build/FROYO) AppleWebKit/533.1 (KHTML, like Gecko) Version/4.0 Mobile Safari/533.1',
  'Mozilla/5.0 (Linux; U; Android 4.0.4; de-de; GT-N8000 Build/IMM76D) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Safari/534.30',
  'Mozilla/5.0 (Linux; U; Android 4.0.3; en-us; KFTT Build/IML74K) AppleWebKit/535.19 (KHTML, like Gecko) Silk/3.4 Mobile Safari/535.19 Silk-Accelerated=true',
  webView('KFONWI Build/PS7312', '9', 'Mobile '),
  app('KFTRWI Build/RS8332', '11'),
  'Mozilla/5.0 (Linux; U; Android 2.3.4; en-us; Kindle Fire Build/GINGERBREAD) AppleWebKit/533.1 (KHTML, like Gecko) Version/4.0 Mobile Safari/533.1',
  chrome('Nexus 7 Build/LMY47V', '5.1'),
  app('Nexus 9 Build/N9F27M', '7.1.1'),
  app('Pixel Tablet Build/TP1A', '13'),
  chrome('Pixel C Build/OPM8', '8.1.0'),
  chrome('K', '10'),
  // Lenovo, Huawei, Honor
  chrome('Lenovo TB-X606F', '10', 'Mobile '),
  app('Lenovo TB-8505F', '9'),
  webView('TB350FU Build/TP1A', '13', 'Mobile '),
  app('TB128FU', '12'),
  webView('Lenovo YT3-X50M', '6.0.1', 'Mobile '),
  'Mozilla/5.0 (Linux; U; Android 4.2.2; en-us; Lenovo A7600-F) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30',
  chrome('MediaPad T3 10', '7.0', 'Mobile '),
  app('HUAWEI MediaPad M5 lite', '8.0.0'),
  webView('AGS2-W09 Build/HUAWEIAGS2-W09', '8.0.0', 'Mobile '),
  app('BAH3-L09', '10'),
  app('SCMR-W09', '10'),
  webView('BTV-DL09', '7.0', 'Mobile '),
  app('AGM3-W09HN', '10'),
  // Xiaomi, Oppo, Realme, Vivo, Nokia, Sony, LG, Asus, Acer and others
  app('23073RPBFG Build/TKQ1', '13'),
  app('2405CRPFDG', '14'),
  app('21051182G', '11'),
  webView('MI PAD 4 Build/OPM1', '8.1.0', 'Mobile '),
  webView('Redmi Pad', '12', 'Mobile '),
  app('OPD2203', '13'),
  app('RMP2103', '11'),
  app('PA2170', '12'),
  app('Nokia T20', '12'),
  app('SGP771 Build/32.4', '7.0'),
  webView('LG-V500 Build/KOT49I', '4.4.2', 'Mobile '),
  app('ME173X Build/JDQ39', '4.2.2'),
  app('ASUS Transformer Pad TF300T', '4.1.1'),
  app('A3-A20 Build/MRA58K', '6.0'),
  webView('LIFETAB_P1034X', '6.0', 'Mobile '),
  webView('SurfTab breeze 7.0', '4.4.2', 'Mobile '),
  app('moto tab g70', '11'),
  app('Blackview Tab 13', '12'),
  'Mozilla/5.0 (PlayBook; U; RIM Tablet OS 2.1.0; en-US) AppleWebKit/536.2+ (KHTML, like Gecko) Version/7.2.1.0 Safari/536.2+',
  'Mozilla/5.0 (hp-tablet; Linux; hpwOS/3.0.5; U; en-US) AppleWebKit/534.6 (KHTML, like Gecko) wOSBrowser/234.83 Safari/534.6 TouchPad/1.0',
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_6_3; en-us; Silk/1.0.146.3-Gen4_12000410) AppleWebKit/533.16 (KHTML, like Gecko) Version/5.0 Safari/533.16 Silk-Accelerated=true`,
]

// biome-ignore format: one agent a line
const OTHERS = [
  ['Mobile', chrome('SM-A525F', '13', 'Mobile ')],
  ['Mobile', chrome('LG-M250', '7.0', 'Mobile ')],
  ['Mobile', chrome('ASUS_X00TD', '9', 'Mobile ')],
  ['Mobile', chrome('Lenovo A6020a40', '5.1.1', 'Mobile ')],
  ['Mobile', chrome('ELE-L29', '10', 'Mobile ')],
  ['Mobile', chrome('Nokia 7.2', '11', 'Mobile ')],
  ['Mobile', chrome('TA-1053', '9', 'Mobile ')],
  ['Mobile', chrome('23049PCD8G', '14', 'Mobile ')],
  ['Mobile', chrome('RMX3830', '13', 'Mobile ')],
  ['Mobile', chrome('T-Mobile REVVL 6', '12', 'Mobile ')],
  ['Mobile', chrome('SCH-W789', '4.3', 'Mobile ')],
  ['Mobile', 'NotePad/2.0 (Linux; Android 11; SM-A515F)'],
  ['Mobile', 'Mozilla/5.0 (Linux; Android 12; moto g stylus) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/112.0 Mobile Safari/537.36 TVGuide/5.1'],
  ['Mobile', 'MyTV/3.1 (iPhone; iOS 17.1; Scale/3.00)'],
  ['Mobile', 'Mozilla/5.0 (Linux; Tizen 2.4; SAMSUNG SM-Z130H) AppleWebKit/537.3 (KHTML, like Gecko) SamsungBrowser/1.1 Mobile Safari/537.3'],
  ['Desktop', `Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; Tablet PC 2.0; rv:11.0) like Gecko`],
  ['Desktop', `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`],
  ['Desktop', 'Kodi/20.2 (Windows NT 10.0; Win64; x64) App_Bitness/64 Version/20.2'],
  ['Console', `Mozilla/5.0 (PlayStation 4 3.11) AppleWebKit/537.73 (KHTML, like Gecko)`],
  ['Wearable', `Mozilla/5.0 (Linux; Android 12; Quest 2) ${WEBKIT} OculusBrowser/31.0 Chrome/120.0.0.0 VR Safari/537.36`],
] as const

describe('the device class of an agent', () => {
  it.each(TVS)('is TV for %s', (agent) => expect(agentOf(agent).device).toBe('TV'))
  it.each(TABLETS)('is Tablet for %s', (agent) => expect(agentOf(agent).device).toBe('Tablet'))
  it.each(OTHERS)('is %s for %s', (device, agent) => expect(agentOf(agent).device).toBe(device))
})

it('the device class is the one that user-agents records for at least 99.9 % of its agents', () => {
  const require = createRequire(import.meta.url)
  const folder = dirname(require.resolve('user-agents'))
  const people = JSON.parse(readFileSync(join(folder, 'user-agents.json'), 'utf8')) as {
    userAgent: string
    deviceCategory: string
  }[]
  const wrong = people.filter(
    (it) => agentOf(it.userAgent).device.toLowerCase() !== it.deviceCategory,
  )
  expect(people.length).toBeGreaterThan(5_000)
  const agents = wrong.map((it) => `${it.deviceCategory}: ${it.userAgent}`).join('\n')
  expect(wrong.length / people.length, agents).toBeLessThanOrEqual(0.001)
})

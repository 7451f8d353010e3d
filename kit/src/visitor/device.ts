/** A device class that is recognized by a name in the user agent. */
export type NamedDevice = 'TV' | 'Tablet'

/**
 * Names of televisions, set-top boxes and streaming sticks, as regular expressions. They match
 * anywhere in a user agent and override `Mobile` and the operating system, which televisions
 * imitate.
 */
const TVS = [
  // Standards and words that many makers use. HbbTV and CE-HTML are browser profiles for
  // televisions.
  'HbbTV|CE-HTML|SMART-?TV|Smart TV|DTV(?=;)|InettvBrowser|NetTV|OpenTV|Large Screen|WebTV',
  // Systems: Samsung's, LG's, Google's, Apple's, Roku's, Amazon's (models begin with AFT),
  // Hisense's, Vizio's.
  'Maple|Samsung ?TV|Web0S|webOS[. ]TV(?:-\\d+)?|LG ?SmartTV|LG Browser|NetCast|GoogleTV|Google TV|Android ?TV',
  'CrKey|Chromecast|Apple ?TV|tvOS|Roku\\w*|AFT[A-Z]\\w*|VIDAA|VIZIO|SmartCast|KreaTV|Titan ?OS',
  // Browsers and models.
  '(?:20\\d\\d)?BRAVIA|SonyBDP|SonyCEBrowser|SonyDTV|Viera|AQUOS ?Browser|PhilipsTV|Loewe|TSBNetTV',
  'Opera TV|OMI/\\d+|Espial|AND1E|QM\\d{3}E|Nexus Player|MiTV|MIBOX\\w*|Mi ?Box|ADT-\\d|Freebox',
  'Boxee|Dreambox|TiVo|sraf_tv_browser|olleh tv',
]

/** Models of tablets, as regular expressions. They match only user agents with Android. */
const TABLETS = [
  // Samsung, Amazon, Google.
  'SM-[TXP]\\d\\w*|GT-P\\d\\w*|GT-N[58]\\d\\w*|KF[A-Z]{2,}|Kindle Fire|Pixel C|Nexus (?:7|9|10)',
  // Lenovo. Huawei and Honor: models without cellular connection end in -W09, -W19 etc.
  'TB-?[\\dX]\\w+|YT\\d?-\\w+|Lenovo (?:A(?:33|35|55|76)00|S6000|B[68]0\\d0)(?:-\\w+)?',
  '[A-Z]{2,4}\\d?-W[0-6][09][A-Z]{0,2}|(?:AGS|BAH|BTV|CMR|SHT|VRD|SCMR?|MRX|DBY|JDN|KOB|AGM|AGR)\\d?-[A-Z]*L\\d\\d\\w*',
  // Xiaomi, Oppo, Realme, Vivo, Nokia, Sony.
  '2\\d{3}[\\dC]RP\\w{2,4}|M2105K81A?C|2105118[23]\\w|2208128[13]\\w+|OPD\\d{4}|RMP\\d{4}|PA2\\d{3}',
  'Nokia T\\d\\d|SGP\\d{3}',
  // LG, Asus, Acer, RCA.
  'LG-VK?\\d{3}|ME\\d{3}\\w*|TF\\d{3}\\w*|P0[0-2]\\w|K0[01]\\w|[AB][13]-[A-Z]?\\d{2,3}\\w*|RCT\\d\\w+',
]

const names = (patterns: readonly string[]) =>
  new RegExp(`(?<![\\w-])(?:${patterns.join('|')})(?![\\w-])`, 'i')

const TV = names(TVS)
const TABLET = names(TABLETS)

/** Common words in models of tablets: `Galaxy Tab`, `MediaPad T3`, `LIFETAB_P1034X`. */
const TABLET_WORD = /Android[^)]*?(?:Tab|Tablet|Pad|Xoom|Transformer|Iconia)(?:_\w+)?(?![\w-])/i

/** Common words in models of televisions, without `Mobile`: `TPM191E TV`, `X96 Max`. */
const TV_WORD = /Android[^)]*?(?:TV|TV[ -]?Box|STB|Set-?Top[ -]?Box|[ ;][XH]96 ?\w*)(?![\w-])/i

/**
 * The device class of a television or tablet that is named in a user agent; undefined for all
 * others. The names are those that manufacturers use in user agents.
 */
export function namedDevice(userAgent: string): NamedDevice | undefined {
  if (TV.test(userAgent)) return 'TV'
  if (/\biPad/.test(userAgent)) return 'Tablet'
  // Amazon's browser on tablets requests desktop pages with a desktop user agent.
  if (!/Android/.test(userAgent)) return /\bSilk\//.test(userAgent) ? 'Tablet' : undefined
  if (!/\bMobile\b/.test(userAgent) && TV_WORD.test(userAgent)) return 'TV'
  return TABLET.test(userAgent) || TABLET_WORD.test(userAgent) ? 'Tablet' : undefined
}

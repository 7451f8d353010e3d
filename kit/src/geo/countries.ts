import type { CityRecord, Names } from './city.ts'

const LANGUAGES = ['de', 'en', 'es', 'fr', 'ja', 'pt-BR', 'ru', 'zh-CN']

/** Continents by MaxMind's code: the id in GeoNames, and the UN M49 area, which Unicode has names for. */
const CONTINENTS: Record<string, readonly [geonameId: number, area: string]> = {
  AF: [6255146, '002'],
  AN: [6255152, 'AQ'],
  AS: [6255147, '142'],
  EU: [6255148, '150'],
  NA: [6255149, '003'],
  OC: [6255151, '009'],
  SA: [6255150, '005'],
}

/** Countries (ISO 3166-1) with their id in GeoNames, by continent. Source: GeoNames, countryInfo.txt. */
const COUNTRIES: Record<string, string> = {
  EU: `
    AD3041565 AL783754 AT2782113 AX661882 BA3277605 BE2802361 BG732800 BY630336 CH2658434 CY146669
    CZ3077311 DE2921044 DK2623032 EE453733 ES2510769 FI660013 FO2622320 FR3017382 GB2635167
    GG3042362 GI2411586 GR390903 HR3202326 HU719819 IE2963597 IM3042225 IS2629691 IT3175395
    JE3042142 LI3042058 LT597427 LU2960313 LV458258 MC2993457 MD617790 ME3194884 MK718075 MT2562770
    NL2750405 NO3144096 PL798544 PT2264397 RO798549 RS6290252 RU2017370 SE2661886 SI3190538
    SJ607072 SK3057568 SM3168068 UA690791 VA3164670 XK831053`,
  AS: `
    AE290557 AF1149361 AM174982 AZ587116 BD1210997 BH290291 BN1820814 BT1252634 CC1547376 CN1814991
    GE614540 HK1819730 ID1643084 IL294640 IN1269750 IO1282588 IQ99237 IR130758 JO248816 JP1861060
    KG1527747 KH1831722 KP1873107 KR1835841 KW285570 KZ1522867 LA1655842 LB272103 LK1227603
    MM1327865 MN2029969 MO1821275 MV1282028 MY1733045 NP1282988 OM286963 PH1694008 PK1168579
    PS6254930 QA289688 SA102358 SG1880251 SY163843 TH1605651 TJ1220409 TM1218197 TR298795 TW1668284
    UZ1512440 VN1562822 YE69543`,
  NA: `
    AG3576396 AI3573511 AW3577279 BB3374084 BL3578476 BM3573345 BQ7626844 BS3572887 BZ3582678
    CA6251999 CR3624060 CU3562981 CW7626836 DM3575830 DO3508796 GD3580239 GL3425505 GP3579143
    GT3595528 HN3608932 HT3723988 JM3489940 KN3575174 KY3580718 LC3576468 MF3578421 MQ3570311
    MS3578097 MX3996063 NI3617476 PA3703430 PM3424932 PR4566966 SV3585968 SX7609695 TC3576916
    TT3573591 US6252001 VC3577815 VG3577718 VI4796775`,
  AF: `
    AO3351879 BF2361809 BI433561 BJ2395170 BW933860 CD203312 CF239880 CG2260494 CI2287781 CM2233387
    CV3374766 DJ223816 DZ2589581 EG357994 EH2461445 ER338010 ET337996 GA2400553 GH2300660 GM2413451
    GN2420477 GQ2309096 GW2372248 KE192950 KM921929 LR2275384 LS932692 LY2215636 MA2542007
    MG1062947 ML2453866 MR2378080 MU934292 MW927384 MZ1036973 NA3355338 NE2440476 NG2328926
    RE935317 RW49518 SC241170 SD366755 SH3370751 SL2403846 SN2245662 SO51537 SS7909807 ST2410758
    SZ934841 TD2434508 TG2363686 TN2464461 TZ149590 UG226074 YT1024031 ZA953987 ZM895949 ZW878675`,
  AN: `
    AQ6697173 BV3371123 GS3474415 HM1547314 TF1546748`,
  SA: `
    AR3865483 BO3923057 BR3469034 CL3895114 CO3686110 EC3658394 FK3474414 GF3381670 GY3378535
    PE3932488 PY3437598 SR3382998 UY3439705 VE3625428`,
  OC: `
    AS5880801 AU2077456 CK1899402 CX2078138 FJ2205218 FM2081918 GU4043988 KI4030945 MH2080185
    MP4041468 NC2139685 NF2155115 NR2110425 NU4036232 NZ2186224 PF4030656 PG2088628 PN4030699
    PW1559582 SB2103350 TK4031074 TL1966436 TO4032283 TV2110297 UM5854968 VU2134431 WF4034749
    WS4034894`,
}

const listed = new Map(
  Object.entries(COUNTRIES).flatMap(([continent, list]) =>
    list
      .trim()
      .split(/\s+/)
      .map((it) => [it.slice(0, 2), { continent, geonameId: Number(it.slice(2)) }] as const),
  ),
)
const described = new Map<string, CityRecord | undefined>()

/** Country and continent of an ISO 3166-1 code, as a City record; undefined for any other text. */
export function countryRecord(code: string): CityRecord | undefined {
  const known = listed.get(code)
  if (!known) return undefined
  let record = described.get(code)
  if (!record) {
    record = describe(code, known.geonameId, known.continent)
    described.set(code, record)
  }
  return record
}

function describe(code: string, geonameId: number, continent: string): CityRecord {
  const [continentId = 0, area = ''] = CONTINENTS[continent] ?? []
  return {
    continent: {
      code: continent,
      geoname_id: continentId,
      get names() {
        return namesOf(area)
      },
    },
    country: {
      iso_code: code,
      geoname_id: geonameId,
      get names() {
        return namesOf(code)
      },
    },
  }
}

const named = new Map<string, Names>()

/** The names of a region from Unicode CLDR, which Node includes. Computed on demand. */
function namesOf(region: string): Names {
  let names = named.get(region)
  if (!names) {
    names = Object.fromEntries(LANGUAGES.map((it) => [it, nameIn(it, region)]))
    named.set(region, names)
  }
  return names
}

const nameIn = (language: string, region: string): string =>
  new Intl.DisplayNames(language, { type: 'region' }).of(region) ?? region

import { execFileSync, spawnSync } from 'node:child_process'
import { type Browser, chromium, type Page } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A headless browser with a temporary profile. */
export const openChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium() ?? installChromium(), args: QUIET })

/** The machine's browser; `CHROMIUM` sets one that is not on the path. */
function findChromium(): string | undefined {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  return NAMES.map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim()).find(
    (path) => path,
  )
}

/** Installs Debian's Chromium once; throws the command to run where that is not possible. */
function installChromium(): string {
  const apt = (...words: string[]) =>
    execFileSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', '-qq', ...words], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  try {
    apt('update')
    apt('install', '-y', '--no-install-recommends', 'chromium')
  } catch (error) {
    throw new Error('There is no Chromium: apt-get install chromium, or name yours in CHROMIUM', {
      cause: error,
    })
  }
  const path = findChromium()
  if (!path) throw new Error('Chromium was installed and is not on the path')
  return path
}

/** A device with passkeys, whose owner confirms every request. */
export async function plugInPasskeys(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options })
  const confirms = (enabled: boolean) =>
    devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: enabled })
  return { confirms }
}

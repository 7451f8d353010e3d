import { Platform } from '@fingerpost/protos/bio/v1/bio_link'
import { describe, expect, it } from 'vitest'
import { platformOf, readTarget, typeOf, typeOfHost } from './platform.rules.ts'
import { PLATFORMS, type PlatformType } from './table.rules.ts'

type NamedType = Exclude<PlatformType, 'website'>

/** Per platform: a username, its URL, URLs of that platform, and invalid usernames. */
const CASES: Record<NamedType, [name: string, url: string, own: string[], bad: string[]]> = {
  facebook: [
    'ac.me',
    'https://www.facebook.com/ac.me',
    ['https://m.facebook.com/x', 'https://fb.me/x'],
    ['a_b', 'á'],
  ],
  instagram: [
    'ac.me_1',
    'https://www.instagram.com/ac.me_1',
    ['https://instagr.am/p/1'],
    ['a-b', 'x'.repeat(31)],
  ],
  twitter: [
    'acme_1',
    'https://x.com/acme_1',
    ['https://twitter.com/a', 'https://mobile.twitter.com/a'],
    ['a-b', 'a.b', 'x'.repeat(16)],
  ],
  threads: ['ac.me', 'https://www.threads.com/@ac.me', ['https://www.threads.net/@a'], ['a-b']],
  tiktok: [
    'ac.me',
    'https://www.tiktok.com/@ac.me',
    ['https://vm.tiktok.com/x'],
    ['a-b', 'x'.repeat(25)],
  ],
  youtube: [
    'čmelák-1',
    'https://www.youtube.com/@%C4%8Dmel%C3%A1k-1',
    ['https://youtu.be/x', 'https://m.youtube.com/watch?v=1'],
    ['a!b', 'x'.repeat(31)],
  ],
  linkedin: [
    'josé-n',
    'https://www.linkedin.com/in/jos%C3%A9-n',
    ['https://cz.linkedin.com/in/a', 'https://lnkd.in/x'],
    ['a_b', 'a.b'],
  ],
  pinterest: [
    'acme',
    'https://www.pinterest.com/acme',
    ['https://pin.it/x', 'https://www.pinterest.co.uk/x'],
    ['a-b', 'a.b'],
  ],
  snapchat: [
    'ac-me',
    'https://www.snapchat.com/@ac-me',
    ['https://story.snapchat.com/x'],
    ['1a', '-a'],
  ],
  reddit: [
    'ac-me',
    'https://www.reddit.com/user/ac-me',
    ['https://old.reddit.com/r/x', 'https://redd.it/x'],
    ['a.b', 'x'.repeat(21)],
  ],
  telegram: [
    'acme_1',
    'https://t.me/acme_1',
    ['https://telegram.me/x', 'https://acme.t.me'],
    ['a-b', 'a.b'],
  ],
  whatsapp: [
    '+420777123456',
    'https://wa.me/420777123456',
    ['https://chat.whatsapp.com/x'],
    ['acme', '0777123456', '12345'],
  ],
  discord: ['ac-me', 'https://discord.gg/ac-me', ['https://discord.com/invite/x'], ['a', 'a.b']],
  twitch: [
    'acme_1',
    'https://www.twitch.tv/acme_1',
    ['https://clips.twitch.tv/x'],
    ['a-b', 'x'.repeat(26)],
  ],
  github: [
    'ac-me',
    'https://github.com/ac-me',
    ['https://gist.github.com/x'],
    ['-a', 'a_b', 'x'.repeat(40)],
  ],
  medium: ['ac.me', 'https://medium.com/@ac.me', ['https://acme.medium.com/x'], ['a+b']],
  tumblr: ['ac-me', 'https://www.tumblr.com/ac-me', ['https://acme.tumblr.com'], ['a_b', 'a.b']],
  spotify: [
    'ac.me',
    'https://open.spotify.com/user/ac.me',
    ['https://open.spotify.com/artist/1', 'https://spoti.fi/x'],
    ['a+b'],
  ],
  soundcloud: [
    'ac-me_1',
    'https://soundcloud.com/ac-me_1',
    ['https://on.soundcloud.com/x'],
    ['a.b'],
  ],
  vimeo: ['acme', 'https://vimeo.com/acme', ['https://player.vimeo.com/video/1'], ['a-b', 'a.b']],
  behance: ['ac-me', 'https://www.behance.net/ac-me', ['https://behance.net/gallery/1'], ['a.b']],
  dribbble: ['ac-me', 'https://dribbble.com/ac-me', ['https://dribbble.com/shots/1'], ['a.b']],
  mastodon: [
    'ann@chaos.social',
    'https://chaos.social/@ann',
    ['https://mastodon.social/@a', 'https://fosstodon.org/@a'],
    ['a@', 'a@b', 'a@@b.c', '.a'],
  ],
  bluesky: [
    'ann.example.com',
    'https://bsky.app/profile/ann.example.com',
    ['https://bsky.app/profile/x', 'https://ann.bsky.social'],
    ['a_b', '-a', 'a..b'],
  ],
}
const cases = Object.entries(CASES) as [NamedType, (typeof CASES)[NamedType]][]

describe.each(cases)('%s', (type, [name, url, own, bad]) => {
  it('builds a URL from a username, with or without @', () => {
    for (const text of [name, `@${name}`]) {
      expect(readTarget(text, type)).toEqual({ type, url, username: name })
    }
  })

  it('is recognized by the host of a URL, including the URLs it builds', () => {
    // Mastodon servers cannot all be known.
    for (const text of [...own, type === 'mastodon' ? own[0]! : url]) {
      expect(readTarget(text, null)).toMatchObject({ type, username: null })
    }
  })

  it('rejects invalid usernames', () => {
    for (const text of bad) {
      expect(readTarget(text, type), text).toMatchObject({ field: 'url', code: 'invalid_username' })
    }
  })
})

it.each(Object.keys(PLATFORMS) as PlatformType[])(
  '%s has an icon, and survives the conversion to a message and back',
  (type) => {
    expect(PLATFORMS[type].icon).toMatch(/^M[\d .a-zA-Z-]+$/)
    expect(PLATFORMS[type].icon.length).toBeLessThan(300)
    expect(typeOf(platformOf(type))).toBe(type)
  },
)

describe('a website', () => {
  it('is any URL that is safe to open, on any host', () => {
    for (const url of [
      'https://shop.example/a?b=c#d',
      'http://localhost:8080/',
      'https://x.com/a',
    ]) {
      expect(readTarget(url, 'website')).toEqual({ type: 'website', url, username: null })
    }
    expect(readTarget('https://other.example/', null)).toMatchObject({ type: 'website' })
  })

  it.each([
    ['javascript:alert(1)', 'invalid_url'],
    ['data:text/html,x', 'invalid_url'],
    ['https://u:p@shop.example/', 'credentials_not_allowed'],
    ['shop', 'invalid_url'],
    ['@shop', 'invalid_url'],
    ['shop.example', 'invalid_url'],
  ])('is not %s', (url, code) => {
    expect(readTarget(url, 'website')).toMatchObject({ field: 'url', code })
  })
})

describe('the table', () => {
  it('has the twenty-four platforms and the websites of the proto, each with its own icon and hosts', () => {
    const rows = Object.values(PLATFORMS)
    const hosts = rows.flatMap((row) => row.hosts)

    expect(rows).toHaveLength(25)
    expect(Object.keys(Platform)).toHaveLength(26)
    expect(new Set(rows.map(({ icon }) => icon)).size).toBe(25)
    expect(new Set(hosts).size).toBe(hosts.length)
  })

  it('does not match a name that only ends like a host of a platform', () => {
    expect(typeOfHost('notgithub.com')).toBeNull()
    expect(typeOfHost('github.com.evil.example')).toBeNull()
    expect(typeOfHost('GitHub.com.')).toBe('github')
  })
})

describe('the url of a link', () => {
  it.each([
    ['', 'url', 'required'],
    ['javascript:alert(1)', 'url', 'invalid_url'],
    [' javascript:alert(1)', 'url', 'invalid_url'],
    ['java\tscript:alert(1)', 'url', 'invalid_url'],
    ['data:text/html,x', 'url', 'invalid_url'],
    ['vbscript:x', 'url', 'invalid_url'],
    ['file:///etc/passwd', 'url', 'invalid_url'],
    ['ftp://e.com/x', 'url', 'invalid_url'],
    ['https://u:p@github.com/a', 'url', 'credentials_not_allowed'],
    ['https://github.com\\@evil.example', 'url', 'invalid_url'],
    ['https://github.com/\r\nx', 'url', 'invalid_url'],
    ['//github.com/a', 'url', 'invalid_url'],
    ['github.com/octocat', 'url', 'invalid_url'],
    ['@', 'url', 'invalid_url'],
    ['"><script>', 'url', 'invalid_url'],
    ['two words', 'url', 'invalid_url'],
    ['a\u0000b', 'url', 'invalid_url'],
    ['octocat', 'type', 'required'],
  ])('is rejected if it is %j, with an error for %s', (text, field, code) => {
    expect(readTarget(text, null)).toMatchObject({ field, code })
  })

  it('is rejected past 8192 characters, or as a username past 320', () => {
    const long = `https://e.com/${'x'.repeat(8_192)}`
    expect(readTarget(long, null)).toMatchObject({ field: 'url', code: 'url_too_long' })
    expect(readTarget('x'.repeat(321), 'spotify')).toMatchObject({ code: 'invalid_url' })
  })

  it('has the given type, whatever its host', () => {
    expect(readTarget('https://my.own.example/@ann', 'mastodon')).toEqual({
      type: 'mastodon',
      url: 'https://my.own.example/@ann',
      username: null,
    })
    expect(readTarget('https://github.com/a', 'twitter')).toMatchObject({ type: 'twitter' })
  })

  it('keeps its previous type if neither its host nor the request determines one', () => {
    expect(readTarget('https://my.own.example/', null, 'github')).toMatchObject({ type: 'github' })
    expect(readTarget('https://youtu.be/x', null, 'github')).toMatchObject({ type: 'youtube' })
    expect(readTarget('ann', null, 'github')).toMatchObject({ url: 'https://github.com/ann' })
  })

  it('points to the largest server for a Mastodon or Bluesky name without one', () => {
    expect(readTarget('ann', 'mastodon')).toMatchObject({ url: 'https://mastodon.social/@ann' })
    expect(readTarget('ann', 'bluesky')).toMatchObject({
      url: 'https://bsky.app/profile/ann.bsky.social',
    })
  })

  it('stays byte for byte if it is canonical, and is normalized by the URL standard otherwise', () => {
    expect(readTarget('https://github.com/a%2fB?c=d#e', null)).toMatchObject({
      url: 'https://github.com/a%2fB?c=d#e',
    })
    expect(readTarget('https://GitHub.com/日本', null)).toMatchObject({
      url: 'https://github.com/%E6%97%A5%E6%9C%AC',
    })
  })
})

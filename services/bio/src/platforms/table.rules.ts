import type { Platform } from '@fingerpost/protos/bio/v1/bio_link'

type PlatformName = Exclude<keyof typeof Platform, 'PLATFORM_UNSPECIFIED'>

/** A link's type in the API: the lowercase name of the platform. */
export type PlatformType = PlatformName extends `PLATFORM_${infer Name}` ? Lowercase<Name> : never

interface PlatformBase {
  /** Shown for links without a title, except for websites. */
  label: string
  /**
   * SVG strokes in a 24 × 24 viewBox, drawn for this product: a hint at the platform, not its logo.
   */
  icon: string
  /** Each entry matches the host and all of its subdomains. */
  hosts: readonly string[]
}

interface NamedPlatform extends PlatformBase {
  /** A username without its leading `@`, as the platform allows it or slightly more permissive. */
  username: RegExp
  url(username: string): string
}

/** Links are full URLs only. */
interface UnnamedPlatform extends PlatformBase {
  username?: never
  url?: never
}

const encode = encodeURIComponent
const CIRCLE = 'M12 3a9 9 0 1 1 0 18a9 9 0 0 1 0-18z'

/** The platforms that links of a page can point to. The only such table. */
export const PLATFORMS: Record<PlatformType, NamedPlatform | UnnamedPlatform> = {
  website: {
    label: 'Website',
    icon: `${CIRCLE}M3 12h18M12 3c4.5 5 4.5 13 0 18c-4.5-5-4.5-13 0-18z`,
    hosts: [],
  },
  facebook: {
    label: 'Facebook',
    icon: 'M17 4h-2a4 4 0 0 0-4 4v13M7 12h9',
    hosts: ['facebook.com', 'fb.com', 'fb.me', 'fb.watch'],
    username: /^[a-z0-9.]{1,50}$/i,
    url: (name) => `https://www.facebook.com/${name}`,
  },
  instagram: {
    label: 'Instagram',
    icon: 'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5zM16 12a4 4 0 1 1-8 0a4 4 0 0 1 8 0zM17 7h.01',
    hosts: ['instagram.com', 'instagr.am', 'ig.me'],
    username: /^[a-z0-9._]{1,30}$/i,
    url: (name) => `https://www.instagram.com/${name}`,
  },
  twitter: {
    label: 'X (Twitter)',
    icon: 'M4 4h4l12 16h-4zM19 4l-6 6.8M5 20l6.2-7',
    hosts: ['x.com', 'twitter.com', 't.co'],
    username: /^\w{1,15}$/,
    url: (name) => `https://x.com/${name}`,
  },
  threads: {
    label: 'Threads',
    icon: 'M18.5 8C18 5 15.5 3.5 12.5 3.5C8 3.5 5.5 7 5.5 12s2.5 8.5 7 8.5c3.5 0 6-2 6-4.5c0-2.8-2.5-4-5.5-4c-2.5 0-4 1-4 2.8c0 1.5 1.2 2.5 3 2.5c4 0 4-5 2.5-8c-.8-1.3-3.5-1.5-5 .2',
    hosts: ['threads.com', 'threads.net'],
    username: /^[a-z0-9._]{1,30}$/i,
    url: (name) => `https://www.threads.com/@${name}`,
  },
  tiktok: {
    label: 'TikTok',
    icon: 'M14 3v12.5a4 4 0 1 1-4-4M14 3c.5 3.5 2.5 5 6 5.2',
    hosts: ['tiktok.com'],
    username: /^[\w.]{1,24}$/,
    url: (name) => `https://www.tiktok.com/@${name}`,
  },
  youtube: {
    label: 'YouTube',
    icon: 'M6 5h12a4 4 0 0 1 4 4v6a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4V9a4 4 0 0 1 4-4zM10 9l5 3l-5 3z',
    hosts: ['youtube.com', 'youtu.be', 'youtube-nocookie.com'],
    username: /^[\p{L}\p{M}\p{N}_.·-]{1,30}$/u,
    url: (name) => `https://www.youtube.com/@${encode(name)}`,
  },
  linkedin: {
    label: 'LinkedIn',
    icon: 'M5 10v10M5 5h.01M11 20V10M11 14a4 4 0 0 1 8 0v6',
    hosts: ['linkedin.com', 'lnkd.in'],
    username: /^[\p{L}\p{M}\p{N}-]{1,100}$/u,
    url: (name) => `https://www.linkedin.com/in/${encode(name)}`,
  },
  pinterest: {
    label: 'Pinterest',
    icon: `${CIRCLE}M9.8 20l2.4-10M9.2 13.2a3.5 3.5 0 1 1 3 1.8`,
    hosts: [
      'pinterest.com',
      'pin.it',
      ...'at ca ch cl co.kr co.uk com.au com.mx de dk es fi fr ie it jp nz ph pt se'
        .split(' ')
        .map((country) => `pinterest.${country}`),
    ],
    username: /^\w{1,30}$/,
    url: (name) => `https://www.pinterest.com/${name}`,
  },
  snapchat: {
    label: 'Snapchat',
    icon: 'M12 3c3 0 5 2 5 5v2.5l2 .8l-2 1.7c.8 2 2 2.8 4 3.3c-1 1.7-2.5 1.2-3.5 1.5c-.8.7-1.5 1.2-2.8.9c-1.2 0-1.5 1.3-2.7 1.3s-1.5-1.3-2.7-1.3c-1.3.3-2-.2-2.8-.9c-1-.3-2.5.2-3.5-1.5c2-.5 3.2-1.3 4-3.3l-2-1.7l2-.8V8c0-3 2-5 5-5z',
    hosts: ['snapchat.com'],
    username: /^[a-z][\w.-]{0,29}$/i,
    url: (name) => `https://www.snapchat.com/@${name}`,
  },
  reddit: {
    label: 'Reddit',
    icon: 'M12 8.5c5 0 9 2.5 9 6s-4 6-9 6s-9-2.5-9-6s4-6 9-6zM12 8.5l1-5l4.5 1M9 13.5h.01M15 13.5h.01M9 17c2 1.2 4 1.2 6 0',
    hosts: ['reddit.com', 'redd.it'],
    username: /^[\w-]{1,20}$/,
    url: (name) => `https://www.reddit.com/user/${name}`,
  },
  telegram: {
    label: 'Telegram',
    icon: 'M21 4L3 11l6 2.5L18 7l-6.5 7.5l6 4.5zM9 13.5V20l2.8-5',
    hosts: ['t.me', 'telegram.me', 'telegram.dog', 'telegram.org'],
    username: /^\w{1,32}$/,
    url: (name) => `https://t.me/${name}`,
  },
  whatsapp: {
    label: 'WhatsApp',
    icon: 'M3.5 20.5l1.3-4.5a8.5 8.5 0 1 1 3.2 3.2zM9 8c-.5 4 3 7.5 7 7l.5-2l-2-1l-1 1c-1.2-.5-2-1.3-2.5-2.5l1-1l-1-2z',
    hosts: ['wa.me', 'whatsapp.com'],
    // A phone number with country code (E.164): the only identifier that opens a chat.
    username: /^\+?[1-9]\d{5,14}$/,
    url: (name) => `https://wa.me/${name.replace('+', '')}`,
  },
  discord: {
    label: 'Discord',
    icon: 'M8 5.5c2.6-.7 5.4-.7 8 0c2.6 3.5 4 7 4.2 11.5c-1.4 1.1-2.8 1.7-4.4 2L14.5 17c-1.7.4-3.3.4-5 0l-1.3 2c-1.6-.3-3-.9-4.4-2C4 12.5 5.4 9 8 5.5zM9 12.5h.01M15 12.5h.01',
    hosts: ['discord.com', 'discord.gg', 'discordapp.com'],
    // Members have no public URL; the link opens a server by its invitation code.
    username: /^[\w-]{2,64}$/,
    url: (name) => `https://discord.gg/${name}`,
  },
  twitch: {
    label: 'Twitch',
    icon: 'M4 3h16v11l-4 4h-4l-3 3v-3H4zM11 7.5v4.5M16 7.5v4.5',
    hosts: ['twitch.tv'],
    username: /^\w{1,25}$/,
    url: (name) => `https://www.twitch.tv/${name}`,
  },
  github: {
    label: 'GitHub',
    icon: 'M9 19.5c-4 1.2-4-2-6-2.5M15 22v-4c0-1-.3-1.8-1-2.3c3.5-.4 6-1.7 6-5.9c0-1.3-.4-2.4-1.2-3.3c.3-1.1.2-2.2-.3-3.3c-1.4 0-2.6.6-3.6 1.3a12 12 0 0 0-5.8 0C8.1 3.8 6.9 3.2 5.5 3.2c-.5 1.1-.6 2.2-.3 3.3C4.4 7.4 4 8.5 4 9.8c0 4.2 2.5 5.5 6 5.9c-.7.5-1 1.3-1 2.3v4',
    hosts: ['github.com'],
    username: /^[a-z0-9][a-z0-9-]{0,38}$/i,
    url: (name) => `https://github.com/${name}`,
  },
  medium: {
    label: 'Medium',
    icon: 'M11 12a4.5 4.8 0 1 1-9 0a4.5 4.8 0 0 1 9 0zM18 12c0 2.6-.9 4.6-2.1 4.6s-2.1-2-2.1-4.6s.9-4.6 2.1-4.6s2.1 2 2.1 4.6zM21.5 8v8',
    hosts: ['medium.com'],
    username: /^[\w.-]{1,60}$/,
    url: (name) => `https://medium.com/@${name}`,
  },
  tumblr: {
    label: 'Tumblr',
    icon: 'M9 3v4.5H6V11h3v6a4 4 0 0 0 4 4h4.5v-3.7h-2.8a1.7 1.7 0 0 1-1.7-1.7V11h4V7.5h-4V3z',
    hosts: ['tumblr.com'],
    username: /^[a-z0-9-]{1,32}$/i,
    url: (name) => `https://www.tumblr.com/${name}`,
  },
  spotify: {
    label: 'Spotify',
    icon: `${CIRCLE}M7 9.5c3.5-1 7-.7 10 1M7.5 12.8c3-.8 5.8-.5 8.3.8M8 15.8c2.3-.5 4.5-.3 6.5.7`,
    hosts: ['spotify.com', 'spotify.link', 'spoti.fi'],
    username: /^[\w.-]{1,64}$/,
    url: (name) => `https://open.spotify.com/user/${name}`,
  },
  soundcloud: {
    label: 'SoundCloud',
    icon: 'M3 13v4M6 11v6.5M9 8.5V18M12 7.5V18h6a3.5 3.5 0 0 0 .6-7A6 6 0 0 0 12 7.5z',
    hosts: ['soundcloud.com'],
    username: /^[\w-]{1,64}$/,
    url: (name) => `https://soundcloud.com/${name}`,
  },
  vimeo: {
    label: 'Vimeo',
    icon: 'M3 8.5C5 7 6.5 5.5 7.5 6c2 .8 2 8 3.5 9c1.2.5 4-3.5 4-5.5c0-1.5-1-1.5-2-1c.8-3 2.7-4.5 5-4.5s3 2 2.5 4.5C19.5 13.5 13.5 20 11 20s-3.3-5-4.2-9c-.4-1.5-1-1.5-2.6-.6z',
    hosts: ['vimeo.com'],
    username: /^\w{1,64}$/,
    url: (name) => `https://vimeo.com/${name}`,
  },
  behance: {
    label: 'Behance',
    icon: 'M3 6h5a3 3 0 0 1 0 6H3zM3 12h5.5a3 3 0 0 1 0 6H3zM15.5 7.5h5M20.8 16.5a3.5 3.5 0 1 1 .5-3h-7',
    hosts: ['behance.net'],
    username: /^[\w-]{1,64}$/,
    url: (name) => `https://www.behance.net/${name}`,
  },
  dribbble: {
    label: 'Dribbble',
    icon: `${CIRCLE}M8 4c4 4.5 6.5 10 7.5 16.3M3 11c6.5.7 12-1 15.5-5.2M6 18.8c3-5 8-7.5 15-6.3`,
    hosts: ['dribbble.com'],
    username: /^[\w-]{1,64}$/,
    url: (name) => `https://dribbble.com/${name}`,
  },
  mastodon: {
    label: 'Mastodon',
    icon: 'M8 17c4 .8 8 .5 11-1.5c1.5-2 1.5-6.5 1-8.5C19.5 4.2 16.5 3 12 3S4.5 4.2 4 7c-.6 3-.5 7 .8 10.5c1.4 3.3 5.7 4.2 9.7 3M8 13V9a2 2 0 0 1 4 0v3M12 9a2 2 0 0 1 4 0v4',
    hosts: [
      ...'mastodon.social mastodon.online mastodon.world mstdn.social mas.to fosstodon.org'.split(
        ' ',
      ),
      ...'hachyderm.io infosec.exchange techhub.social chaos.social'.split(' '),
    ],
    // With its server; the default is the largest one.
    username:
      /^\w+([.-]+\w+)*(@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9])?$/i,
    url: (name) => {
      const [local, server = 'mastodon.social'] = name.split('@')
      return `https://${server.toLowerCase()}/@${local}`
    },
  },
  bluesky: {
    label: 'Bluesky',
    icon: 'M12 11C10.3 7.5 7 4 4.5 4C3 4 2.8 6 3.3 9c.5 3 2 4.2 4.7 4.2c-3 .5-3.8 2.5-1.8 4.5c2.3 2.3 4.8 0 5.8-3.2c1 3.2 3.5 5.5 5.8 3.2c2-2 1.2-4-1.8-4.5c2.7 0 4.2-1.2 4.7-4.2c.5-3 .3-5-1.2-5C17 4 13.7 7.5 12 11z',
    hosts: ['bsky.app', 'bsky.social'],
    // A handle is a host name; a single word becomes a subdomain of bsky.social.
    username: /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i,
    url: (name) => `https://bsky.app/profile/${name.includes('.') ? name : `${name}.bsky.social`}`,
  },
}

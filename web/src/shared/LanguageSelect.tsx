import type { Language } from '@fingerpost/messages'
import { NativeSelect } from '@mantine/core'
import { text } from '#messages/shared.ts'
import { GlobeIcon } from './icons.tsx'
import { language } from './language.rules.ts'

export const LANGUAGES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
}
const CHOICES = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))
const QUIET = {
  'aria-label': text.language,
  leftSection: <GlobeIcon />,
  styles: {
    wrapper: {
      '--input-bd': 'transparent',
      '--input-bg': 'transparent',
      '--input-color': 'var(--soft)',
    },
  },
}
const YEAR_SECONDS = 31_536_000

/** Shows the dashboard in another language, now and in the future; forms lose what is not saved. */
export function setLanguage(value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists over TLS only.
  document.cookie = `fingerpost-language=${value}; Path=/app; Max-Age=${YEAR_SECONDS}; SameSite=Lax`
  window.location.reload()
}

/**
 * Selects the language of the dashboard.
 * `quiet` has a frame only with the focus, and no visible label.
 */
export const LanguageSelect = ({ quiet = false }: { quiet?: boolean }) => (
  <NativeSelect
    {...(quiet ? QUIET : { label: text.language, maw: 240 })}
    data={CHOICES}
    value={language}
    onChange={({ currentTarget: { value } }) => setLanguage(value)}
  />
)

import { NativeSelect } from '@mantine/core'
import { text } from '#messages/shared.ts'
import { language } from './language.ts'

const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français' }
const CHOICES = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))
const YEAR_SECONDS = 31_536_000

/** Shows the dashboard in another language, now and in the future; forms lose what is not saved. */
export const LanguageSelect = () => (
  <NativeSelect
    label={text.language}
    data={CHOICES}
    value={language}
    maw={240}
    onChange={({ currentTarget: { value } }) => {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists over TLS only.
      document.cookie = `fingerpost-language=${value}; Path=/app; Max-Age=${YEAR_SECONDS}; SameSite=Lax`
      window.location.reload()
    }}
  />
)

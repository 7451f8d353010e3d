import { useDebouncedValue } from '@mantine/hooks'
import type { ClipboardEvent } from 'react'
import { completeUrl } from '../../shared/url-input.rules.ts'
import { useEditing } from './form-context.ts'
import { usePreview } from './link.queries.ts'
import { UrlInput } from './UrlInput.tsx'
import { splitUtm } from './utm.rules.ts'

/** Long, because every preview requests the page. */
const LOOK_MS = 600

/** The main destination: UTM parameters of a pasted URL become the fields of the link. */
export function DestinationField() {
  const { form, link } = useEditing()
  const { favicon } = usePageLook()
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { value, selectionStart, selectionEnd } = event.currentTarget
    const replaced = selectionStart === 0 && selectionEnd === value.length
    const { url, utm } = splitUtm(event.clipboardData.getData('text'))
    if (!replaced || Object.keys(utm).length === 0) return
    event.preventDefault()
    form.set({ url, ...utm })
  }
  return (
    <UrlInput
      {...form.field('url')}
      type="url"
      required
      data-autofocus={link ? undefined : true}
      ref={link ? undefined : focus}
      onPaste={paste}
      leftSection={favicon && <img src={favicon} alt="" width={16} height={16} />}
    />
  )
}

/** The panel has moved the focus to its close button if the domains were loaded later. */
const focus = (input: HTMLInputElement | null) => input?.focus({ preventScroll: true })

/** Icon and title of the destination's page, shortly after its URL is typed. */
export function usePageLook(): { favicon?: string | undefined; title?: string | null | undefined } {
  const { form, link } = useEditing()
  const typed = completeUrl(form.values.url)
  const [url] = useDebouncedValue(typed, LOOK_MS)
  const unchanged = link !== undefined && typed === link.url
  const { data } = usePreview(unchanged || url !== typed || !isPage(url) ? undefined : url)
  return unchanged ? { favicon: link.favicon } : (data ?? {})
}

const isPage = (url: string): boolean => /^https?:$/.test(URL.parse(url)?.protocol ?? '')

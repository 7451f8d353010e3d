import { Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { text } from '#messages/bio.ts'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { styleNonce } from '../../shared/style-nonce.ts'
import classes from './bio.module.css'
import { useBioPreview } from './bio.queries.ts'
import type { Profile } from './ProfileForm.tsx'

const REST_MS = 200

/** The public page as it would be with this profile, on a phone. Its links open in new tabs. */
export function PhonePreview({ profile }: { profile: Profile }) {
  const [rested] = useDebouncedValue(profile, REST_MS)
  const { data: html, error } = useBioPreview(rested)
  return (
    <section className={classes.phone} aria-label={text.preview}>
      <ProblemNotice error={error} />
      {html === undefined ? (
        <Skeleton className={classes.screen} />
      ) : (
        <iframe
          className={classes.screen}
          title={text.yourPage}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcDoc={framed(html)}
        />
      )}
    </section>
  )
}

/** The policy of the dashboard applies to the frame, too: its style needs the nonce. */
const framed = (html: string): string =>
  html
    .replace('<head>', '<head><base target="_blank">')
    .replace('<style>', `<style nonce="${styleNonce()}">`)

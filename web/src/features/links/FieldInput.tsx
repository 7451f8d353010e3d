import { NumberInput, TextInput } from '@mantine/core'
import type { ComponentType } from 'react'
import { text } from '#messages/link-form.ts'
import { NUMBER_MARKS } from '../../shared/numbers.rules.ts'
import { DestinationField, usePageLook } from './DestinationField.tsx'
import { ExpiryInput } from './ExpiryInput.tsx'
import { FieldColumns } from './FieldColumns.tsx'
import { useEditing } from './form-context.ts'
import { FolderField, TagsField } from './LabelFields.tsx'
import {
  type CommonField,
  fieldsOf,
  LINK_FIELDS,
  type LinkField,
  type Part,
} from './link-fields.rules.ts'
import { PasswordField, RedirectField } from './RuleFields.tsx'
import { SlugField } from './SlugField.tsx'
import { UrlInput } from './UrlInput.tsx'

/** Inputs of single fields; null for those that are part of another one. */
const OWN: Record<Exclude<LinkField, CommonField>, ComponentType | null> = {
  url: DestinationField,
  slug: SlugField,
  domain_id: null,
  title: TitleField,
  folder_id: FolderField,
  tags: TagsField,
  redirect_code: RedirectField,
  rules: null,
  password: PasswordField,
  remove_password: null,
}

const { expiry, utm } = text

/** What common inputs show besides the label. */
const HINTS: Partial<Record<CommonField, { description?: string; placeholder?: string }>> = {
  expires_after: { description: expiry.exact, placeholder: expiry.noLimit },
  expire_url: { description: expiry.pageIfEmpty },
  ios: { placeholder: 'https://apps.apple.com/…' },
  android: { placeholder: 'https://play.google.com/…' },
  utm_source: { placeholder: utm.examples.source },
  utm_medium: { placeholder: utm.examples.medium },
  utm_campaign: { placeholder: utm.examples.campaign },
  utm_term: { placeholder: utm.examples.term },
  utm_content: { placeholder: utm.examples.content },
  utm_reference: { placeholder: utm.examples.reference },
}

const isOwn = (name: LinkField): name is keyof typeof OWN => name in OWN

/** The inputs of the fields of a part: dates and numbers in columns above the others. */
export function PartFields({ part }: { part: Part }) {
  const names: readonly LinkField[] = fieldsOf(part)
  const short = names.filter((name) => /^(time|count)$/.test(LINK_FIELDS[name].input))
  return (
    <>
      {short.length > 0 && (
        <FieldColumns>
          {short.map((name) => (
            <FieldInput key={name} name={name} />
          ))}
        </FieldColumns>
      )}
      {names
        .filter((name) => !short.includes(name))
        .map((name) => (
          <FieldInput key={name} name={name} />
        ))}
    </>
  )
}

/** The input of a field. */
function FieldInput({ name }: { name: LinkField }) {
  if (!isOwn(name)) return <CommonInput name={name} />
  const Own = OWN[name]
  return Own && <Own />
}

function CommonInput({ name }: { name: CommonField }) {
  const { form, zone } = useEditing()
  const props = { ...form.field(name), ...HINTS[name] }
  switch (LINK_FIELDS[name].input) {
    case 'time':
      return (
        <ExpiryInput
          description={expiry.inTimeZone(zone)}
          {...props}
          value={`${props.value}`}
          zone={zone}
        />
      )
    case 'count':
      return <NumberInput min={1} allowDecimal={false} {...NUMBER_MARKS} {...props} />
    case 'url':
      return <UrlInput {...props} value={`${props.value}`} />
    case 'text':
      return <TextInput {...props} />
  }
}

function TitleField() {
  const { form, link } = useEditing()
  const { title } = usePageLook()
  return (
    <TextInput
      {...form.field('title')}
      placeholder={title ?? (link ? undefined : text.titleFetched)}
    />
  )
}

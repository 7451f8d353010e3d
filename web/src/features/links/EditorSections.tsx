import { Accordion, Stack } from '@mantine/core'
import { Suspense, useState } from 'react'
import { Editable } from '../../shared/Editable.tsx'
import { LinksIcon } from '../../shared/icons.tsx'
import { Waiting } from '../../shared/Waiting.tsx'
import { EDITOR_SECTIONS, placeOf, RULES } from './editor-sections.tsx'
import { useEditing } from './form-context.ts'
import classes from './LinkPanel.module.css'
import { LABELS } from './link-fields.rules.ts'
import { withoutUntouched } from './link-form.rules.ts'

/** The sections of optional features, the rules in their order. Those with values are open at first. */
export function EditorSections() {
  const { form, link } = useEditing()
  const values = withoutUntouched(form.values)
  const sections = EDITOR_SECTIONS.map((it) => ({ ...it, line: it.summarize(values, link) }))
  const [opened, setOpened] = useState(() =>
    sections.filter(({ line }) => line).map(({ id }) => id),
  )
  const [begun, setBegun] = useState<string>()
  const change = (ids: string[]) => {
    const begins = sections.find(
      ({ id, line, begins }) => begins && !line && ids.includes(id) && !opened.includes(id),
    )
    if (begins?.begins) form.set(begins.begins())
    setBegun(begins?.id)
    setOpened(ids)
  }
  return (
    <>
      <Accordion
        multiple
        value={opened}
        onChange={change}
        variant="default"
        mt="lg"
        order={3}
        keepMounted={false}
      >
        {sections.map(({ id, name, icon: Icon, line, fields: Fields }) => {
          const place = placeOf(id)
          return (
            <Accordion.Item key={id} value={id}>
              <Accordion.Control icon={<Icon size={20} />}>
                <span className={classes.summary}>
                  {place > 0 && <Place number={place} />}
                  <span className={classes.name}>{name}</span>
                  <span className={`clip ${classes.line}`}>{line}</span>
                </span>
              </Accordion.Control>
              <Accordion.Panel onTransitionEnd={showFocused}>
                <Editable scope="link:write" quiet>
                  <div className={classes.fields} ref={begun === id ? focusFirst : undefined}>
                    <Stack gap="sm">
                      <Suspense fallback={<Waiting />}>
                        <Fields />
                      </Suspense>
                    </Stack>
                  </div>
                </Editable>
              </Accordion.Panel>
            </Accordion.Item>
          )
        })}
      </Accordion>
      <div className={classes.last}>
        <LinksIcon size={20} />
        <span className={classes.summary}>
          <Place number={RULES.length + 1} />
          {LABELS.url}
        </span>
      </div>
    </>
  )
}

const Place = ({ number }: { number: number }) => (
  <span className={`number ${classes.place}`} aria-hidden="true">
    {number}
  </span>
)

/** The buttons below may cover a section that has grown. */
const showFocused = () => {
  const { activeElement } = document
  if (activeElement instanceof HTMLInputElement) activeElement.scrollIntoView({ block: 'nearest' })
}

const focusFirst = (fields: HTMLElement | null) => fields?.querySelector('input')?.focus()

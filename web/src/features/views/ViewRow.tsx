import { Anchor, Button, Group, Text, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link as To } from 'wouter'
import { text as words } from '#messages/shared.ts'
import { text } from '#messages/views.ts'
import { CheckIcon, PencilIcon, ReloadIcon, TrashIcon } from '../../shared/icons.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { RowAction } from '../../shared/RowAction.tsx'
import { type SavedView, useChangeView, type ViewPage } from './view.queries.ts'
import { viewQuery } from './view.rules.ts'
import classes from './views.module.css'

type Step = 'rename' | 'replace' | 'delete'
/** What can be done with a view, in this order. */
const STEPS = [
  ['replace', ReloadIcon],
  ['rename', PencilIcon],
  ['delete', TrashIcon],
] as const

interface ViewRowProps {
  view: SavedView
  page: ViewPage
  /** The query of the page now. */
  current: string
  writes: boolean
  close: () => void
  /** Called once the view is deleted, because the focus was in it. */
  removed: () => void
}

/** A saved view as a link; it is renamed, replaced and deleted in place. */
export function ViewRow({ view, page, current, writes, close, removed }: ViewRowProps) {
  const [step, setStep] = useState<Step>()
  const link = useRef<HTMLAnchorElement>(null)
  const left = useRef(false)
  const change = useChangeView(view, () => (step === 'delete' ? removed() : leave()))
  const { name, query } = view
  const active = viewQuery(query) === current
  const offered = STEPS.filter(([it]) => it !== 'replace' || (!active && current !== ''))

  function leave() {
    change.reset()
    left.current = true
    setStep(undefined)
  }
  useEffect(() => {
    if (left.current) link.current?.focus()
    left.current = false
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = `${new FormData(event.currentTarget).get('name') ?? ''}`.trim()
    if (step === 'rename' && typed === name) leave()
    else if (step === 'rename') change.mutate({ name: typed })
    else change.mutate(step === 'delete' ? null : { query: current })
  }

  return (
    <li>
      {step !== 'rename' && (
        <Group gap={2} wrap="nowrap">
          <Anchor
            component={To}
            ref={link}
            href={`/${page}?${query}`}
            className={classes.view}
            aria-current={active ? 'true' : undefined}
            onClick={close}
          >
            <span className="clip" title={name}>
              {name}
            </span>
            {active && <CheckIcon size={16} />}
          </Anchor>
          {writes &&
            offered.map(([it, icon]) => (
              <RowAction
                key={it}
                icon={icon}
                iconSize={16}
                label={text.actions[it](name)}
                title={text.titles[it]}
                onClick={() => setStep(it)}
              />
            ))}
        </Group>
      )}
      {step && (
        <form onSubmit={submit} className={classes.step}>
          <ProblemNotice error={change.error} />
          {step === 'rename' ? (
            <TextInput
              name="name"
              aria-label={text.newName(name)}
              required
              maxLength={50}
              autoFocus
              defaultValue={name}
            />
          ) : (
            <Text size="sm">{text.questions[step](name)}</Text>
          )}
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button
              variant="default"
              size="compact-sm"
              autoFocus={step !== 'rename'}
              onClick={leave}
            >
              {words.cancel}
            </Button>
            <Button
              type="submit"
              size="compact-sm"
              {...(step === 'delete' && { color: 'red.9' })}
              loading={change.isPending}
            >
              {text.confirm[step]}
            </Button>
          </Group>
        </form>
      )}
    </li>
  )
}

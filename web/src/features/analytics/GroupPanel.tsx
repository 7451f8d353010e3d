import { Button, Tabs, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { text } from '#messages/analytics.ts'
import { formatCount } from '../../shared/numbers.rules.ts'
import { Panel } from '../../shared/Panel.tsx'
import classes from './analytics.module.css'
import type { Group, View } from './analytics.queries.ts'
import { Bars, BarsHead } from './Bars.tsx'
import type { Dimension } from './dimension.rules.ts'
import { titleOf } from './group-title.rules.ts'

const AllGroups = lazy(async () => ({ default: (await import('./AllGroups.tsx')).AllGroups }))
const TOP = 8

interface GroupPanelProps {
  name: string
  dimensions: readonly Dimension[]
  /** The selected dimension, and its groups once loaded. */
  open: Dimension
  groups: { items: Group[]; total: number } | undefined
  /** The clicks of the view, if loaded. */
  total: number | undefined
  setOpen: (field: string) => void
  choose: (filter: string, value: string) => void
  view: View
}

/** The top groups of one dimension at a time; every bar is a filter. */
export function GroupPanel({
  name,
  dimensions,
  open,
  groups,
  total,
  setOpen,
  choose,
  view,
}: GroupPanelProps) {
  const [all, setAll] = useState(false)
  const bars = groups?.items.slice(0, TOP).map((it) => ({ ...it, title: titleOf(open.field, it) }))
  const pick = (value: string) => {
    setAll(false)
    choose(open.filter, value)
  }
  return (
    <Panel>
      <Text component="h2" fw={600} mb="sm">
        {name}
      </Text>
      <Tabs
        value={open.field}
        onChange={(field) => field && setOpen(field)}
        variant="pills"
        keepMounted={false}
      >
        <Tabs.List mb="sm" aria-label={name} className={classes.tabs}>
          {dimensions.map(({ field }) => (
            <Tabs.Tab key={field} value={field} size="xs" px="xs" py={4}>
              {text.dimensions[field]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {dimensions.map(({ field }) => (
          <Tabs.Panel key={field} value={field}>
            {(bars?.length ?? 0) > 0 && <BarsHead />}
            <Bars groups={bars} total={total} choose={pick} />
          </Tabs.Panel>
        ))}
      </Tabs>
      {groups && groups.total > TOP && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setAll(true)}>
          {text.showAll(formatCount(groups.total))}
        </Button>
      )}
      {groups?.total === 0 && (
        <Text c="dimmed" size="sm" py="xl" ta="center">
          {/* Clicks have a group in every dimension but tags. */}
          {total ? text.noTags : text.noClicks}
        </Text>
      )}
      <Suspense>
        {all && (
          <AllGroups
            title={text.dimensions[open.field]}
            view={view}
            field={open.field}
            total={total}
            choose={pick}
            close={() => setAll(false)}
          />
        )}
      </Suspense>
    </Panel>
  )
}

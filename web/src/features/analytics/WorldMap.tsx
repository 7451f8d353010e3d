import { outlines, size } from 'virtual:world'
import { Anchor } from '@mantine/core'
import { useMemo } from 'react'
import { text } from '#messages/analytics.ts'
import classes from './analytics.module.css'
import type { Group } from './analytics.queries.ts'
import { known } from './measure.rules.ts'
import { bothInWords } from './visitor-text.rules.ts'

const SHADES = [1, 2, 3, 4, 5]

interface WorldMapProps {
  countries: readonly Group[]
  choose: (code: string) => void
}

/**
 * Clicks by country in five shades. Hidden from screen readers: the list next to it has the same
 * data.
 */
export function WorldMap({ countries, choose }: WorldMapProps) {
  const byCode = useMemo(() => new Map(countries.map((it) => [it.value, it])), [countries])
  const most = Math.max(1, ...countries.filter(({ value }) => value).map(({ clicks }) => clicks))
  return (
    <div className={classes.world}>
      <svg viewBox={`0 0 ${size.join(' ')}`} className={classes.map} aria-hidden="true">
        {outlines.map(([code, path]) => {
          const country = code ? byCode.get(code) : undefined
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: its button stands in the list beside it.
            <path
              key={path}
              d={path}
              data-shade={country ? shadeOf(country.clicks, most) : 0}
              onClick={country && (() => choose(country.value))}
            >
              {country && (
                <title>
                  {text.country({ name: country.title, clicks: bothInWords(known(country)) })}
                </title>
              )}
            </path>
          )
        })}
      </svg>
      <div className={classes.legend} aria-hidden="true">
        <span>{text.fewerClicks}</span>
        {SHADES.map((shade) => (
          <i key={shade} data-shade={shade} />
        ))}
        <span>{text.more}</span>
      </div>
      <Anchor href="https://db-ip.com" target="_blank" rel="noreferrer" size="xs">
        {text.mapSource}
      </Anchor>
    </div>
  )
}

/** Uses the square root, because a few countries have most of the clicks. */
const shadeOf = (clicks: number, most: number): number =>
  Math.ceil(Math.sqrt(clicks / most) * SHADES.length)

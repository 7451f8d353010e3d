import { Anchor } from '@mantine/core'
import { type ExtendedFeatureCollection, geoMercator, geoPath } from 'd3-geo'
import codes from 'i18n-iso-countries/codes.json'
import { useMemo } from 'react'
import { feature } from 'topojson-client'
import world from 'world-atlas/countries-110m.json'
import { formatCount } from '../../shared/numbers.rules.ts'
import classes from './analytics.module.css'
import type { Group } from './analytics.queries.ts'

const WIDTH = 960
const HEIGHT = 540
const ANTARCTICA = '010'
/** The inhabited latitudes. Everything further north is cut off. */
const CORNERS = {
  type: 'MultiPoint' as const,
  coordinates: [
    [-180, -56],
    [180, 78],
  ] as [number, number][],
}
const SHADES = [1, 2, 3, 4, 5]

const alpha2 = new Map(codes.map(([two, , number]) => [number, two]))

/** The outline of each country, computed once. */
const outlines = (() => {
  const topology = world as unknown as Parameters<typeof feature>[0]
  const { features } = feature(topology, 'countries') as unknown as ExtendedFeatureCollection
  const inhabited = features.filter(({ id }) => id !== ANTARCTICA)
  const path = geoPath(geoMercator().fitSize([WIDTH, HEIGHT], CORNERS)).digits(1)
  return inhabited.map((it, index) => ({
    key: index,
    code: alpha2.get(`${it.id}`),
    path: path(it) ?? '',
  }))
})()

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
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={classes.map} aria-hidden="true">
        {outlines.map(({ key, code, path }) => {
          const country = code ? byCode.get(code) : undefined
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: its button stands in the list beside it.
            <path
              key={key}
              d={path}
              data-shade={country ? shadeOf(country.clicks, most) : 0}
              onClick={country && (() => choose(country.value))}
            >
              {country && <title>{`${country.title}: ${formatCount(country.clicks)}`}</title>}
            </path>
          )
        })}
      </svg>
      <div className={classes.legend} aria-hidden="true">
        <span>Fewer clicks</span>
        {SHADES.map((shade) => (
          <i key={shade} data-shade={shade} />
        ))}
        <span>More</span>
      </div>
      <Anchor href="https://db-ip.com" target="_blank" rel="noreferrer" size="xs">
        IP Geolocation by DB-IP
      </Anchor>
    </div>
  )
}

/** Uses the square root, because a few countries have most of the clicks. */
const shadeOf = (clicks: number, most: number): number =>
  Math.ceil(Math.sqrt(clicks / most) * SHADES.length)

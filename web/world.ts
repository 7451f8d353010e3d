import { type ExtendedFeatureCollection, geoMercator, geoPath } from 'd3-geo'
import codes from 'i18n-iso-countries/codes.json' with { type: 'json' }
import { feature } from 'topojson-client'
import type { Plugin } from 'vite'
import world from 'world-atlas/countries-110m.json' with { type: 'json' }

const MODULE = 'virtual:world'
/** In units of a third of a pixel of the largest map, so that coordinates are integers. */
const WIDTH = 2_880
const HEIGHT = 1_620
const ANTARCTICA = '010'
/** The inhabited latitudes. Everything further north is cut off. */
const CORNERS = {
  type: 'MultiPoint' as const,
  coordinates: [
    [-180, -56],
    [180, 78],
  ] as [number, number][],
}

/**
 * The module `virtual:world`: the outline of each country, drawn when the dashboard is built, so
 * that browsers load neither the coordinates nor the libraries that project them.
 */
export const worldMap: Plugin = {
  name: 'world-map',
  resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
  load: (id) =>
    id === `\0${MODULE}`
      ? `export const size = ${JSON.stringify([WIDTH, HEIGHT])}
         export const outlines = JSON.parse(${JSON.stringify(JSON.stringify(outlines()))})`
      : undefined,
}

/** The ISO code of each country, empty for disputed areas, and its path. */
function outlines(): [code: string, path: string][] {
  const alpha2 = new Map(codes.map(([two, , number]) => [number, two]))
  const topology = world as unknown as Parameters<typeof feature>[0]
  const { features } = feature(topology, 'countries') as unknown as ExtendedFeatureCollection
  const inhabited = features.filter(({ id }) => id !== ANTARCTICA)
  const path = geoPath(geoMercator().fitSize([WIDTH, HEIGHT], CORNERS)).digits(0)
  return inhabited.map((it) => [alpha2.get(`${it.id}`) ?? '', relative(path(it) ?? '')])
}

/** A path of absolute `M` and `L` as one of relative steps, which compresses better. */
function relative(path: string): string {
  let [x, y] = [0, 0]
  const steps = path.replace(/([ML])(-?\d+),(-?\d+)/g, (_, command: string, ...to: string[]) => {
    const [toX, toY] = [Number(to[0]), Number(to[1])]
    const [dx, dy] = [toX - x, toY - y]
    ;[x, y] = [toX, toY]
    // After `z` the pen is back at the start of the ring, so each ring begins at absolute coordinates.
    if (command === 'M') return `M${toX} ${toY}`
    return dx === 0 && dy === 0 ? '' : `l${dx} ${dy}`
  })
  // The command is written once for all steps that follow each other, the space only between digits.
  return steps
    .replace(/(l[^MZ]+)/g, (run) => `l${run.slice(1).replaceAll('l', ' ')}`)
    .replaceAll(' -', '-')
}

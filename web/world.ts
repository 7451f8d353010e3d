import { type ExtendedFeatureCollection, geoMercator, geoPath } from 'd3-geo'
import codes from 'i18n-iso-countries/codes.json' with { type: 'json' }
import { feature } from 'topojson-client'
import type { Plugin } from 'vite'
import world from 'world-atlas/countries-110m.json' with { type: 'json' }

const MODULE = 'virtual:world'
/** In units of a tenth of a pixel of the largest map, so that coordinates are integers. */
const WIDTH = 9_600
const HEIGHT = 5_400
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
  return path.replace(/([ML])(-?\d+),(-?\d+)/g, (_, command: string, toX: string, toY: string) => {
    const [dx, dy] = [Number(toX) - x, Number(toY) - y]
    ;[x, y] = [Number(toX), Number(toY)]
    // After `z` the pen is back at the start of the ring, so each ring begins at absolute coordinates.
    return command === 'M' ? `M${toX} ${toY}` : `l${dx} ${dy}`
  })
}

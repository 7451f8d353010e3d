/** Made by web/world.ts when the dashboard is built. */
declare module 'virtual:world' {
  /** Width and height of the map. */
  export const size: readonly [number, number]
  /** The ISO code of each country, empty for disputed areas, and its path. */
  export const outlines: readonly (readonly [code: string, path: string])[]
}

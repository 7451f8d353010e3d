import { texts } from '../shared/language.rules.ts'

/** Texts of the QR code of a link. */
export const text = texts({
  title: {
    en: 'QR code of {address}',
    de: 'QR-Code von {address}',
    es: 'Código QR de {address}',
    fr: 'Code QR de {address}',
  },
  leadsTo: {
    en: 'QR code that leads to {url}',
    de: 'QR-Code mit dem Ziel {url}',
    es: 'Código QR que lleva a {url}',
    fr: 'Code QR qui mène à {url}',
  },
  color: { en: 'Color', de: 'Farbe', es: 'Color', fr: 'Couleur' },
  background: { en: 'Background', de: 'Hintergrund', es: 'Fondo', fr: 'Arrière-plan' },
  size: { en: 'Size of the PNG', de: 'Größe des PNG', es: 'Tamaño del PNG', fr: 'Taille du PNG' },
  pixels: { en: ' px', de: ' px', es: ' px', fr: ' px' },
  png: { en: 'PNG', de: 'PNG', es: 'PNG', fr: 'PNG' },
  svg: { en: 'SVG', de: 'SVG', es: 'SVG', fr: 'SVG' },
})

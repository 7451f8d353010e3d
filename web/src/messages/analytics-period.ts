import { texts } from '../shared/language.rules.ts'

/** Texts of the choice of a period. */
export const text = texts({
  periods: {
    '24h': {
      en: 'Last 24 hours',
      de: 'Letzte 24 Stunden',
      es: 'Últimas 24 horas',
      fr: '24 dernières heures',
    },
    today: { en: 'Today', de: 'Heute', es: 'Hoy', fr: 'Aujourd’hui' },
    yesterday: { en: 'Yesterday', de: 'Gestern', es: 'Ayer', fr: 'Hier' },
    '7d': { en: 'Last 7 days', de: 'Letzte 7 Tage', es: 'Últimos 7 días', fr: '7 derniers jours' },
    '30d': {
      en: 'Last 30 days',
      de: 'Letzte 30 Tage',
      es: 'Últimos 30 días',
      fr: '30 derniers jours',
    },
    '90d': {
      en: 'Last 90 days',
      de: 'Letzte 90 Tage',
      es: 'Últimos 90 días',
      fr: '90 derniers jours',
    },
    month: { en: 'This month', de: 'Dieser Monat', es: 'Este mes', fr: 'Ce mois-ci' },
    lastmonth: { en: 'Last month', de: 'Letzter Monat', es: 'Mes pasado', fr: 'Mois dernier' },
    quarter: { en: 'This quarter', de: 'Dieses Quartal', es: 'Este trimestre', fr: 'Ce trimestre' },
    year: { en: 'This year', de: 'Dieses Jahr', es: 'Este año', fr: 'Cette année' },
    '12m': {
      en: 'Last 12 months',
      de: 'Letzte 12 Monate',
      es: 'Últimos 12 meses',
      fr: '12 derniers mois',
    },
    all: { en: 'All time', de: 'Gesamte Zeit', es: 'Desde el inicio', fr: 'Depuis le début' },
  },
  periodIs: {
    en: 'Period: {period}',
    de: 'Zeitraum: {period}',
    es: 'Período: {period}',
    fr: 'Période : {period}',
  },
  otherDays: {
    en: 'Other days or time zone…',
    de: 'Andere Tage oder Zeitzone…',
    es: 'Otros días o zona horaria…',
    fr: 'Autres jours ou fuseau horaire…',
  },
  firstDay: { en: 'First day', de: 'Erster Tag', es: 'Primer día', fr: 'Premier jour' },
  lastDay: { en: 'Last day', de: 'Letzter Tag', es: 'Último día', fr: 'Dernier jour' },
  lastBeforeFirst: {
    en: 'The last day is before the first.',
    de: 'Der letzte Tag liegt vor dem ersten.',
    es: 'El último día es anterior al primero.',
    fr: 'Le dernier jour précède le premier.',
  },
  timeZone: { en: 'Time zone', de: 'Zeitzone', es: 'Zona horaria', fr: 'Fuseau horaire' },
  /** Whose time zone the days and hours are in. */
  zones: {
    address: {
      en: 'Times in {zone}, chosen for this view',
      de: 'Zeiten in {zone}, für diese Ansicht gewählt',
      es: 'Horas de {zone}, elegida para esta vista',
      fr: 'Heures de {zone}, choisi pour cette vue',
    },
    team: {
      en: 'Times in {zone}, the time zone of the team',
      de: 'Zeiten in {zone}, der Zeitzone des Teams',
      es: 'Horas de {zone}, la zona horaria del equipo',
      fr: 'Heures de {zone}, le fuseau horaire de l’équipe',
    },
    person: {
      en: 'Times in {zone}, your time zone',
      de: 'Zeiten in {zone}, Ihrer Zeitzone',
      es: 'Horas de {zone}, su zona horaria',
      fr: 'Heures de {zone}, votre fuseau horaire',
    },
    browser: {
      en: 'Times in {zone}, the time zone of this browser',
      de: 'Zeiten in {zone}, der Zeitzone dieses Browsers',
      es: 'Horas de {zone}, la zona horaria de este navegador',
      fr: 'Heures de {zone}, le fuseau horaire de ce navigateur',
    },
  },
  show: { en: 'Show', de: 'Anzeigen', es: 'Mostrar', fr: 'Afficher' },
})

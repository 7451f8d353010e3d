/**
 * Browsers and apps of people whose names contain a word by which `isbot` recognizes the crawlers of the
 * same firm, or all crawlers. By firm, without versions.
 */
const APPS = {
  Apple: ['AppleNews'],
  Sogou: ['SogouMobileBrowser', 'SogouMSE', 'SogouSearch'],
  ByteDance: ['NewsArticle', 'NewsLite'],
  Opera: ['Opera News'],
  SmartNews: ['SmartNews'],
  'Particle Media': ['NewsBreak'],
}

/** Matches the name of each app, which says nothing of bots. */
export const OWN_APPS = new RegExp(`\\b(?:${Object.values(APPS).flat().join('|')})\\b`, 'g')

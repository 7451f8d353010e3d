/**
 * User agents of bots that `isbot` does not know, or matches only with the generic patterns that we
 * exclude. Matched case-insensitively.
 */

/**
 * Names at the start of a user agent (Viber's browser starts with `Mozilla/5.0`). All are from
 * crawler-user-agents 1.60.0 (MIT), except kube-probe, Prometheus, k6 and Barracuda Sentinel, and
 * Apple-PubSub and Data-Hotel-Watchdog of woothee 1.11.1 (Apache-2.0).
 */
const FIRST_WORDS = [
  // Crawlers of language models, and fetchers that act for their users.
  'anthropic-ai, bigsur.ai, cohere-ai, kagi-fetcher, opencode-smartfetch, Spawning-AI, The Knowledge AI',
  // Link previews of messengers and social networks.
  'Bluesky, Viber, meta-externalads, meta-externalfetcher, Nuzzel, Shortwave Image Fetcher, github-camo',
  'Apple-PubSub, Disqus, Swisscows Favicons, workona-favicon-service, Hatena Antenna, Hatena::Scissors',
  'Blogtrottr',
  // Monitoring and probes.
  'kube-probe, Prometheus, k6, Uptime-Kuma, Zabbix, Data-Hotel-Watchdog, elmah.io Uptime Monitoring',
  'AdminLabs, Hydrozen.io, NETVIGIE, NodePing, Panopta, pingping.io, updown.io daemon, uptrends, ManageWP',
  'WPUmbrella, VaultPress',
  // Security and certificates.
  'Barracuda Sentinel, acunetix-product, BlackDuck-FD, DigiCert DCV, FastDAST, l9explore, OneTrust, SSL Labs',
  'SiteLock, Test Certificate Info, WhatWeb, ZmEu, asnriskscorer, LegalMonster, AppSiteAssociation',
  // Search and archives.
  'A6-Indexer, BDFetch, coccoc, Corporama matcher, daumoa, ec2linkfinder, Funnelback, GigablastOpenSource',
  'GlobalWebSearchx, magicsearchdev, Searcherweb, Searcherxweb, SearchExpress, TheInternetSearchx',
  'WeSEE:Search, Blackboard Safeassign, Brandwatch, SiteSucker, colly, crusty, Wordup-1, ds9',
  // Callers of webhooks and other services.
  'Amazon CloudFront, Bitbucket-Webhooks, Bling ERP, CapitalOneShopping, easybill-ImportManager, FastmailUA',
  'GoPay, Integromat, Make/production, Jumio, Klaviyo, Metorik API Client, ModularConnector, Omnisend',
  'Reelevant, reward-gateway, SFDC-Callout, SendGrid Event API, Shopify-Captain-Hook, Snipcart',
  'SparkShipping, SparkPost, Trellis-Services, Trustly, YokoyGroupAG, Zapier, Zendesk Webhook, NetAPI',
  // Screenshots and performance measurements of pages.
  'ImageMind, Penthouse Critical Path CSS Generator, Web Screen Service, Webflow 1.0 - Site Screenshot',
]

/** Names anywhere in a user agent, for bots that pose as browsers. Source: crawler-user-agents. */
const ANYWHERE = [
  // Fetchers that act for a user of a language model.
  'ChatGPT-User, Claude-User, Perplexity-User, MistralAI-User, Gemini-Deep-Research, meta-externalfetcher',
  // Screenshots and performance measurements of pages.
  'GTmetrix, Miniature.io, YLT Chrome, TSM-turingos',
]

const alternatives = (lines: readonly string[]): string =>
  lines
    .flatMap((line) => line.split(', '))
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|')

/** Matches the user agent of one of these bots. */
export const OWN_BOTS = new RegExp(
  `^(?:${alternatives(FIRST_WORDS)})(?![\\w-])|\\b(?:${alternatives(ANYWHERE)})\\b`,
  'i',
)

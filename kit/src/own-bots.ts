/**
 * Agents of programs that `isbot` does not name, or names only by patterns that take unknown clients for
 * bots. Compared without regard to case.
 */

/**
 * Names that an agent begins with, whole: `Viber` is the preview fetcher, while the browser inside the app
 * begins with `Mozilla/5.0`. All of them are in crawler-user-agents 1.60.0 (MIT), but for kube-probe,
 * Prometheus, k6 and Barracuda Sentinel, and Apple-PubSub and Data-Hotel-Watchdog of woothee 1.11.1 (Apache-2.0).
 */
const FIRST_WORDS = [
  // Crawlers of language models and fetchers that act for their users.
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
  // Pictures and measurements of pages.
  'ImageMind, Penthouse Critical Path CSS Generator, Web Screen Service, Webflow 1.0 - Site Screenshot',
]

/** Names anywhere in an agent, of programs that call themselves a browser first. Source: crawler-user-agents. */
const ANYWHERE = [
  // Fetchers that act for a user of a language model.
  'ChatGPT-User, Claude-User, Perplexity-User, MistralAI-User, Gemini-Deep-Research, meta-externalfetcher',
  // Pictures and measurements of pages.
  'GTmetrix, Miniature.io, YLT Chrome, TSM-turingos',
]

const alternatives = (lines: readonly string[]): string =>
  lines
    .flatMap((line) => line.split(', '))
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|')

/** Matches an agent that names one of these programs. */
export const OWN_BOTS = new RegExp(
  `^(?:${alternatives(FIRST_WORDS)})(?![\\w-])|\\b(?:${alternatives(ANYWHERE)})\\b`,
  'i',
)

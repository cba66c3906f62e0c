import type { LinkItem, MetadataExtraction } from '../../shared/extraction.ts'
import { attributeOf, queryAll, queryDocumentAll, rootElementOf } from '../dom/native.ts'
import { collapse } from '../names/text-tools.ts'
import { addressIn } from './address.ts'
import { type Json, readJsonLd } from './json-ld.ts'
import { readMeta } from './meta.ts'
import { type Item, readMicrodata } from './microdata.ts'
import { type Answer, type Extracting, Ration } from './request.ts'

const OPEN_GRAPH = /^(?:og|article|twitter|book|profile|video|music|product|fb):/
const FEED_TYPES = /^application\/(?:rss\+xml|atom\+xml|feed\+json)$/i

/** What the page says of itself to machines; in a region, the microdata of that region. */
export function extractMetadata({ page, root, regional, limits, allowance }: Extracting): Answer<MetadataExtraction> {
  const { document } = page
  const ration = new Ration(limits)
  const meta = readMeta(document)
  const html = rootElementOf(document)
  const links = [...queryDocumentAll(document, 'link[rel][href]')].slice(0, MAX_LINKS)
  const ofRel = (rel: string): Element[] =>
    links.filter((link) => attributeOf(link, 'rel')!.toLowerCase().split(/\s+/).includes(rel))

  const properties = [...meta].filter(([name]) => OPEN_GRAPH.test(name))
  const feeds = ofRel('alternate')
    .filter((link) => FEED_TYPES.test((attributeOf(link, 'type') ?? '').trim()))
    .map((link): LinkItem => ({ text: collapse(attributeOf(link, 'title') ?? ''), url: addressIn(link, 'href') }))
    .filter(({ url }) => url)
  const jsonLd = readJsonLd(document)
  const scopes = regional ? [root, ...queryAll(root, MICRODATA)] : queryDocumentAll(document, MICRODATA)
  const microdata = readMicrodata(scopes, allowance)

  return {
    language: (html && attributeOf(html, 'lang')) || (meta.get('content-language') ?? ''),
    canonical:
      ofRel('canonical')
        .map((link) => addressIn(link, 'href'))
        .find(Boolean) ?? '',
    description: meta.get('description') ?? meta.get('og:description') ?? '',
    openGraph: Object.fromEntries(properties.filter(([name, value]) => ration.admits(name, value))),
    feeds: feeds.filter(({ text, url }) => ration.admits(text, url)),
    jsonLdUnreadable: jsonLd.unreadable,
    jsonLd: jsonLd.documents.filter((json) => admitsTree(json, ration)),
    microdata: microdata.filter((item) => admitsTree(item, ration)),
    total: properties.length + feeds.length + jsonLd.documents.length + microdata.length,
    truncated: ration.truncated,
  }
}

const MICRODATA = '[itemscope], [itemprop]'
const MAX_LINKS = 1_000

/** A document is given whole or not at all: a cut one would say something else. */
const admitsTree = (tree: Json | Item, ration: Ration): boolean => ration.admits(JSON.stringify(tree))

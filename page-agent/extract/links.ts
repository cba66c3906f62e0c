import type { LinkItem, LinksExtraction, SectionLinks } from '../../shared/extraction.ts'
import type { Section } from '../../shared/observation.ts'
import { composedContains } from '../dom/composed.ts'
import { type Answer, type Extracting, Ration } from './request.ts'

/** Longer addresses are data rather than places. */
const MAX_URL_CHARS = 2_000

/** The links of the page or region by the section they stand in, each address once in a section, under its first text. */
export function extractLinks({ page, root, regional, limits }: Extracting): Answer<LinksExtraction> {
  const found = new Map<Section, Map<string, LinkItem>>()
  for (const { element, href, name, section } of page.analysis().items) {
    if (!href || href.length > MAX_URL_CHARS || /^(?:javascript|data):/.test(href)) continue
    if (regional && !composedContains(root, element)) continue
    const links = found.get(section) ?? new Map<string, LinkItem>()
    found.set(section, links)
    const known = links.get(href)
    if (!known) links.set(href, { text: name, url: href })
    else known.text ||= name
  }
  const ration = new Ration(limits)
  const sections: SectionLinks[] = []
  let total = 0
  for (const [section, links] of found) {
    total += links.size
    const kept = [...links.values()].filter(({ text, url }) => ration.admits(text, url))
    if (kept.length) sections.push({ section, links: kept })
  }
  return { sections, total, truncated: ration.truncated }
}

import type { ExtractRequest, ExtractResult } from '../../shared/extraction.ts'
import type { ExtractionPage } from '../observe/types.ts'

/** The links of the page; other kinds are not answered yet. */
export function extract(request: ExtractRequest, page: ExtractionPage): ExtractResult {
  if (request.kind !== 'links') throw new Error(`extraction of ${request.kind} is not built yet`)
  const links = page
    .analysis()
    .items.filter((item) => item.href)
    .map((item) => ({ text: item.name, url: item.href }))
  const kept = links.slice(0, request.maxItems ?? 500)
  return {
    kind: 'links',
    url: page.url.href,
    title: page.document.title,
    total: links.length,
    truncated: kept.length < links.length,
    sections: [{ section: 'main', links: kept }],
  }
}

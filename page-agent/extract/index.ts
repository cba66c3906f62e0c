import type { ExtractionKind, ExtractRequest, ExtractResult } from '../../shared/extraction.ts'
import { bodyOf, rootElementOf, titleOf } from '../dom/native.ts'
import { collapse } from '../names/text-tools.ts'
import type { Analysis, ExtractionPage } from '../observe/types.ts'
import { extractArticle } from './article/index.ts'
import { extractForms } from './forms.ts'
import { extractLinks } from './links.ts'
import { extractList } from './list.ts'
import { extractMetadata } from './metadata.ts'
import { regionOf } from './region.ts'
import { type Answer, type Extracting, extractLimits } from './request.ts'
import { extractTables } from './table/index.ts'
import { Allowance } from './walk.ts'

const MAX_TITLE_CHARS = 500

const KINDS = {
  article: extractArticle,
  list: extractList,
  table: extractTables,
  links: extractLinks,
  forms: extractForms,
  metadata: extractMetadata,
} satisfies { [Kind in ExtractionKind]: (extracting: Extracting) => Answer<Extract<ExtractResult, { kind: Kind }>> }

/**
 * One fixed traversal over the page or over the region that a person would mean by an element. Throws for a kind that is
 * none and for a region that is gone.
 */
export function extract(request: ExtractRequest, page: ExtractionPage): ExtractResult {
  if (!Object.hasOwn(KINDS, request.kind)) throw new RangeError(`no extraction of kind ${JSON.stringify(request.kind)}`)
  const { document } = page
  const body = bodyOf(document) ?? rootElementOf(document)
  if (!body) throw new RangeError('the document is empty')
  const element = request.region === undefined ? undefined : page.element(request.region)
  if (request.region !== undefined && !element?.isConnected)
    throw new RangeError('the region is not on the page any more')
  const limits = extractLimits(request)
  const allowance = new Allowance(page.layout, limits)
  let analysis: Analysis | undefined
  const watched: ExtractionPage = {
    ...page,
    analysis() {
      analysis ??= page.analysis()
      return analysis
    },
  }
  const answer = KINDS[request.kind]({
    page: watched,
    root: element ? regionOf(element, request.kind, watched, body) : body,
    regional: element !== undefined,
    limits,
    allowance,
  })
  const incomplete = allowance.incomplete ?? analysis?.incomplete
  return {
    kind: request.kind,
    url: page.url.href,
    title: collapse(titleOf(document)).slice(0, MAX_TITLE_CHARS),
    ...answer,
    ...(incomplete && { incomplete, truncated: true }),
    // `KINDS` pairs each kind with its own answer, which the compiler does not follow through an index.
  } as ExtractResult
}

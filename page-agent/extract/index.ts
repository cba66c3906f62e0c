import type { ExtractionKind, ExtractRequest, ExtractResult } from '../../shared/extraction.ts'
import { bodyOf, rootElementOf, titleOf } from '../dom/native.ts'
import { collapse } from '../names/text-tools.ts'
import type { ExtractionPage } from '../observe/types.ts'
import { extractArticle } from './article/index.ts'
import { type Extracting, extractLimits } from './request.ts'
import { Allowance } from './walk.ts'

type Answer<Result> = Result extends unknown ? Omit<Result, 'url' | 'title'> & { title?: string } : never

const KINDS: Record<ExtractionKind, (extracting: Extracting) => Answer<ExtractResult>> = {
  article: extractArticle,
}

import { attributeOf, baseUriOf, queryDocumentAll } from '../dom/native.ts'
import { pageOf } from './page-url.ts'

/** The pages before and after this one by its own word, addresses without fragments. */
export type DeclaredSteps = ReadonlyMap<string, 'next' | 'previous'>

/** The step that a `rel` names. */
export function relStep(rel: string): 'next' | 'previous' | undefined {
  if (/(?:^|\s)next(?:\s|$)/i.test(rel)) return 'next'
  return /(?:^|\s)prev(?:ious)?(?:\s|$)/i.test(rel) ? 'previous' : undefined
}

/** What `<link rel=next>` and `<link rel=prev>` of the document say (HTML 4.6.6.15, sequential link types). */
export function declaredSteps(document: Document): DeclaredSteps {
  const steps = new Map<string, 'next' | 'previous'>()
  for (const link of queryDocumentAll(document, 'link[rel][href]')) {
    const step = relStep(attributeOf(link, 'rel')!)
    const url = step && URL.parse(attributeOf(link, 'href')!, baseUriOf(link))
    if (url) steps.set(pageOf(url.href), step)
  }
  return steps
}

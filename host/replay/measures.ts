import type { ArticleExtraction } from '../../shared/extraction.ts'
import type { ReplayCase } from './cases.ts'
import { type Look, placesExpression, type ReplayPage } from './page.ts'
import { type Counts, countBags, countSets, f1, mean, precision, recall, shingles, sum } from './score.ts'

/** Named figures of a set, each 0 to 1, higher is better. */
export type Figures = Record<string, number>

/** What one case says to one measure; `loss` names what it lost, for people. */
export interface Finding {
  counts: Record<string, Counts>
  loss: string[]
}

export interface Measure {
  name: string
  /** Whether the case has an answer for this measure. */
  applies(item: ReplayCase): boolean
  judge(item: ReplayCase, page: ReplayPage, everything: Look): Promise<Finding>
  figures(findings: readonly Finding[]): Figures
}

/** All elements of a page, as the scores of pagination and records need them. */
export const EVERYTHING = { maxElements: 20_000, maxTextChars: 60_000 }
/** An agent's usual budget. */
export const DEFAULT_BUDGET = { maxElements: 100, maxTextChars: 60_000 }

const places = (item: ReplayCase, page: ReplayPage, list: readonly (string | number)[]) =>
  page.evaluate<number[]>(placesExpression(item.answers.base, [...list]))

const of = (findings: readonly Finding[], key: string): Counts[] =>
  findings.map((finding) => finding.counts[key]).filter((counts) => counts !== undefined)

const pageF1 = (all: readonly Counts[]) => mean(all.filter((one) => one.hit + one.extra + one.missed > 0).map(f1))

function nameOf(look: Look, index: number): string {
  return look.elements.find((element) => element.index === index)?.name || `#${index}`
}

/** Page links over visible links of every page, also of pages with none; and the *next* link of pages that have one. */
const pagination: Measure = {
  name: 'pagination',
  applies: (item) => item.answers.pagination !== undefined,
  async judge(item, page, look) {
    const kinds = item.answers.pagination ?? {}
    const truth = new Set(
      (await places(item, page, Object.values(kinds).flat())).filter((index) => look.visible[index]),
    )
    const next = (await places(item, page, kinds.next ?? [])).filter((index) => look.visible[index])
    const flagged = new Set<number>()
    const wrongKinds: string[] = []
    let rightKinds = 0
    const kindOf = new Map<number, string>()
    for (const [kind, list] of Object.entries(kinds)) {
      for (const index of await places(item, page, list)) kindOf.set(index, kind === 'prev' ? 'previous' : kind)
    }
    for (const { pagination: flag, paginationKind, index, name } of look.elements) {
      if (!flag || index === undefined) continue
      flagged.add(index)
      const kind = kindOf.get(index)
      if (kind === paginationKind) rightKinds++
      else if (kind !== undefined) wrongKinds.push(`kind of ${name}: ${paginationKind} is not ${kind}`)
    }
    const nextFound = next.some((index) => flagged.has(index))
    return {
      counts: {
        links: countSets(flagged, truth),
        kinds: { hit: rightKinds, extra: 0, missed: wrongKinds.length },
        ...(next.length ? { next: { hit: nextFound ? 1 : 0, extra: 0, missed: nextFound ? 0 : 1 } } : {}),
      },
      loss: [
        ...wrongKinds,
        ...[...flagged].filter((index) => !truth.has(index)).map((index) => `no page link: ${nameOf(look, index)}`),
        ...[...truth].filter((index) => !flagged.has(index)).map((index) => `missed: ${nameOf(look, index)}`),
      ],
    }
  },
  figures(findings) {
    const links = sum(of(findings, 'links'))
    return {
      precision: precision(links),
      recall: recall(links),
      f1: f1(links),
      next: recall(sum(of(findings, 'next'))),
      kinds: recall(sum(of(findings, 'kinds'))),
    }
  },
}

/** Annotated fields within the usual budget. */
const fields: Measure = {
  name: 'fields',
  applies: (item) => item.answers.fields !== undefined,
  async judge(item, page) {
    const truth = new Set(await places(item, page, item.answers.fields ?? []))
    const look = await page.look(DEFAULT_BUDGET)
    const shown = new Set(look.elements.map((element) => element.index).filter((index) => index !== undefined))
    const counts = { ...countSets(shown, truth), extra: 0 }
    return {
      counts: { fields: counts },
      loss: [...truth].filter((index) => !shown.has(index)).map((index) => `missed field #${index}`),
    }
  },
  figures: (findings) => ({ recall: recall(sum(of(findings, 'fields'))) }),
}

/** More links than this per page add pairs without adding evidence. */
const MAX_PAIRED_LINKS = 400

/** Title links (tier 3 among links inside records) and pairs of links in one record against one group; page averages. */
const records: Measure = {
  name: 'records',
  applies: (item) => item.answers.record !== undefined,
  async judge(item, page, look) {
    const { record, title, base } = item.answers
    const label = await page.evaluate<{ titles: number[]; recordOf: number[] }>(`(() => {
      const links = [...document.querySelectorAll(${JSON.stringify(base)})]
      const records = [...document.querySelectorAll(${JSON.stringify(record)})]
      const titles = ${JSON.stringify(title ?? '')}
      return {
        titles: titles ? [...document.querySelectorAll(titles)].map((element) => links.indexOf(element)) : [],
        recordOf: links.map((link) => records.findIndex((one) => one.contains(link))),
      }
    })()`)
    const truth = new Set(label.titles.filter((index) => look.visible[index]))
    const tier3 = new Set<number>()
    const groups = new Map<number, string | undefined>()
    for (const { tier, index, groupKey } of look.elements) {
      if (index === undefined) continue
      groups.set(index, groupKey)
      if (tier === 3 && (label.recordOf[index] ?? -1) >= 0) tier3.add(index)
    }
    const links = label.recordOf
      .map((own, index) => ({ own, index }))
      .filter(({ own, index }) => own >= 0 && look.visible[index])
      .slice(0, MAX_PAIRED_LINKS)
    const pairs: Counts = { hit: 0, extra: 0, missed: 0 }
    links.forEach((one, position) => {
      for (const other of links.slice(position + 1)) {
        const group = groups.get(one.index)
        const grouped = group !== undefined && group === groups.get(other.index)
        if (one.own === other.own) grouped ? pairs.hit++ : pairs.missed++
        else if (grouped) pairs.extra++
      }
    })
    return {
      counts: { titles: countSets(tier3, truth), ...(pairs.hit + pairs.missed ? { groups: pairs } : {}) },
      loss: [
        ...[...tier3].filter((index) => !truth.has(index)).map((index) => `no title: ${nameOf(look, index)}`),
        ...[...truth].filter((index) => !tier3.has(index)).map((index) => `missed title: ${nameOf(look, index)}`),
        ...(pairs.extra + pairs.missed
          ? [`pairs of links: ${pairs.hit} right, ${pairs.extra} wrong, ${pairs.missed} missed`]
          : []),
      ],
    }
  },
  figures: (findings) => ({ titles: pageF1(of(findings, 'titles')), groups: pageF1(of(findings, 'groups')) }),
}

/** Body text by shingles of four words; precision and recall are means of pages. */
const articles: Measure = {
  name: 'articles',
  applies: (item) => item.answers.articleBody !== undefined,
  async judge(item, page) {
    const found = await page.evaluate<ArticleExtraction>(
      `__dshPageAgent.extract({ kind: 'article', maxChars: 400000 })`,
    )
    const counts = countBags(shingles(found.text), shingles(item.answers.articleBody ?? ''))
    const perfect = counts.extra + counts.missed === 0
    return {
      counts: { text: counts },
      loss: perfect ? [] : [`precision ${precision(counts).toFixed(2)}, recall ${recall(counts).toFixed(2)}`],
    }
  },
  figures(findings) {
    const texts = of(findings, 'text')
    const p = mean(texts.filter((counts) => counts.hit + counts.extra > 0).map(precision))
    const r = mean(texts.filter((counts) => counts.hit + counts.missed > 0).map(recall))
    return { precision: p, recall: r, f1: p + r === 0 ? 0 : (2 * p * r) / (p + r) }
  },
}

const WIDGET_TAGS = 'a button input select textarea summary'.split(' ')
const WIDGET_ROLES =
  'button checkbox combobox gridcell link listbox menuitem menuitemcheckbox menuitemradio option radio searchbox slider spinbutton switch tab textbox treeitem'.split(
    ' ',
  )

/** Accessible names of interactive elements. */
const names: Measure = {
  name: 'names',
  applies: (item) => item.answers.names === true,
  async judge(_item, page) {
    const rows = await page.evaluate<
      { tag: string; role: string | null; expected: string; test: string; name: string | null }[]
    >(`(() => {
      const names = new Map(__dshPageAgent.observe(${JSON.stringify(EVERYTHING)}).elements.map((seen) => [__dshPageAgent.element(seen.id), seen.name]))
      return [...document.querySelectorAll('[data-expectedlabel]')].map((element) => ({
        tag: element.localName, role: element.getAttribute('role'), test: element.dataset.testname ?? element.id,
        expected: element.dataset.expectedlabel.trim(), name: names.get(element)?.trim() ?? null,
      }))
    })()`)
    const judged = rows.filter((row) => (row.role ? WIDGET_ROLES.includes(row.role) : WIDGET_TAGS.includes(row.tag)))
    const wrong = judged.filter((row) => (row.name ?? '') !== row.expected)
    return {
      counts: { names: { hit: judged.length - wrong.length, extra: 0, missed: wrong.length } },
      loss: wrong.map((row) => `${row.test}: ${JSON.stringify(row.name)} is not ${JSON.stringify(row.expected)}`),
    }
  },
  figures: (findings) => ({ right: recall(sum(of(findings, 'names'))) }),
}

/** Elements that must stand in a tier. */
const tiers: Measure = {
  name: 'tiers',
  applies: (item) => item.answers.tiers !== undefined,
  async judge(item, page) {
    const expected = item.answers.tiers ?? {}
    const found = await page.evaluate<Record<string, number[]>>(`(() => {
      const tiers = new Map(__dshPageAgent.observe(${JSON.stringify(EVERYTHING)}).elements.map((seen) => [__dshPageAgent.element(seen.id), seen.tier]))
      return Object.fromEntries(${JSON.stringify(Object.keys(expected))}.map((selector) =>
        [selector, [...document.querySelectorAll(selector)].map((element) => tiers.get(element) ?? 0)]))
    })()`)
    const wrong = Object.entries(found).filter(
      ([selector, got]) => got.length === 0 || got.some((tier) => tier !== expected[selector]),
    )
    return {
      counts: { tiers: { hit: Object.keys(found).length - wrong.length, extra: 0, missed: wrong.length } },
      loss: wrong.map(
        ([selector, got]) => `${selector}: tier ${got.join(', ') || 'none'} is not ${expected[selector]}`,
      ),
    }
  },
  figures: (findings) => ({ right: recall(sum(of(findings, 'tiers'))) }),
}

/** The agent knows the elements it has observed by an id. */
const idOf = (selector: string): string =>
  `__dshPageAgent.observe({}), __dshPageAgent.idOf(document.querySelector(${JSON.stringify(selector)}))`

/** Extractions whose given keys must be equal to the expected ones. */
const extraction: Measure = {
  name: 'extraction',
  applies: (item) => item.answers.extract !== undefined,
  async judge(item, page) {
    const { request, region, expect } = item.answers.extract!
    const id = region === undefined ? undefined : await page.evaluate<string>(idOf(region))
    const found = await page.evaluate<Record<string, unknown>>(
      `__dshPageAgent.extract(${JSON.stringify({ ...request, ...(id === undefined ? {} : { region: id }) })})`,
    )
    const wrong = Object.keys(expect).filter((key) => JSON.stringify(found[key]) !== JSON.stringify(expect[key]))
    return {
      counts: { keys: { hit: Object.keys(expect).length - wrong.length, extra: 0, missed: wrong.length } },
      loss: wrong.map((key) => `${key}: ${JSON.stringify(found[key])} is not ${JSON.stringify(expect[key])}`),
    }
  },
  figures: (findings) => ({ right: recall(sum(of(findings, 'keys'))) }),
}

export const MEASURES: readonly Measure[] = [pagination, fields, records, articles, names, tiers, extraction]

import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { BrowserError } from '../errors/browser-error.ts'

/**
 * Where an answer is in the page: a CSS selector, or the index of one element in the list that `base` selects.
 * Data sets keep indexes; fixtures, which people read, keep selectors.
 */
export type Place = string | number

export interface Answers {
  /** What indexes count in. */
  base: string
  /** Page links by kind. An empty record says that the page has none. */
  pagination?: Record<string, Place[]>
  /** Fields that a person would fill. */
  fields?: Place[]
  /** One selector for the records, one for their title links (null: records without a title link). */
  record?: string
  title?: string | null
  articleBody?: string
  /** Elements carry their expected names as `data-expectedlabel`. */
  names?: true
  /** Expected tier by selector. */
  tiers?: Record<string, number>
  /** An extraction request, on the region of the element that `region` selects, and its expected answer: each key given must be equal. */
  extract?: { request: Record<string, unknown>; region?: string; expect: Record<string, unknown> }
}

export interface ReplayCase {
  /** `set/name`, unique in a run. */
  id: string
  /** The set whose score it counts in. */
  set: string
  url: string
  answers: Answers
  /** Where the recorded listing of the case is kept; cases of data sets keep none. */
  listing?: string
  html(): Promise<string>
}

interface ManifestRow {
  id: string
  url: string
  file: string
  base?: string
  pagination?: Record<string, number[]>
  fields?: { index: number }[]
  record?: string
  title?: string | null
  articleBody?: string
  cases?: number
}

function answersOf(row: ManifestRow): Answers {
  return {
    base: row.base ?? 'a[href]',
    ...(row.pagination ? { pagination: row.pagination } : {}),
    ...(row.fields ? { fields: row.fields.map((field) => field.index) } : {}),
    ...(row.record ? { record: row.record, title: row.title ?? null } : {}),
    ...(row.articleBody === undefined ? {} : { articleBody: row.articleBody }),
    ...(row.cases === undefined ? {} : { names: true as const }),
  }
}

async function readDataSet(folder: string): Promise<ReplayCase[]> {
  const rows = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as ManifestRow[]
  const set = basename(folder)
  return rows.map((row) => ({
    id: `${set}/${row.id}`,
    set,
    url: row.url,
    answers: answersOf(row),
    html: async () => gunzipSync(await readFile(join(folder, row.file))).toString('utf8'),
  }))
}

/** Fixtures: `<name>.html` with `<name>.json` beside it. `url` in the answers replaces the default address. */
async function readFixtures(root: string): Promise<ReplayCase[]> {
  const files = await readdir(root, { recursive: true })
  const pages = files.filter(
    (file) => file.endsWith('.html') && existsSync(join(root, file.replace(/\.html$/, '.json'))),
  )
  return Promise.all(
    pages.sort().map(async (file) => {
      const path = join(root, file)
      const { url, ...answers } = JSON.parse(
        await readFile(path.replace(/\.html$/, '.json'), 'utf8'),
      ) as Partial<Answers> & {
        url?: string
      }
      const name = relative(root, path).replace(/\.html$/, '')
      return {
        id: name,
        set: dirname(name) === '.' ? basename(root) : dirname(name),
        url: url ?? `http://fixture.example/${name}`,
        answers: { base: 'a[href]', ...answers },
        listing: path.replace(/\.html$/, '.ranked.txt'),
        html: () => readFile(path, 'utf8'),
      }
    }),
  )
}

/** Every case under a folder: data sets (a `manifest.json` with gzip pages) and fixtures, in a stable order. */
export async function loadCases(folder: string): Promise<ReplayCase[]> {
  const root = resolve(folder)
  if (!existsSync(root)) throw new BrowserError('BROWSER_INPUT_INVALID', `There is no folder ${folder}.`)
  const folders = [
    root,
    ...(await readdir(root, { withFileTypes: true }))
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(root, entry.name)),
  ]
  const dataSets = folders.filter((candidate) => existsSync(join(candidate, 'manifest.json')))
  const cases = dataSets.length ? (await Promise.all(dataSets.map(readDataSet))).flat() : await readFixtures(root)
  if (cases.length === 0) {
    throw new BrowserError(
      'BROWSER_INPUT_INVALID',
      `${folder} holds neither a manifest.json nor pages with a .json of answers.`,
    )
  }
  return cases
}

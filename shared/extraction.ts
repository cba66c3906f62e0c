/** Structured extraction: a fixed traversal per kind over the whole page or one region. Plain JSON, always bounded. */

export const EXTRACTION_KINDS = ['article', 'list', 'table', 'links', 'forms', 'metadata'] as const
export type ExtractionKind = (typeof EXTRACTION_KINDS)[number]

export interface ExtractRequest {
  kind: ExtractionKind
  /** Agent id: the extraction widens it to the region a person would mean by it. */
  region?: string
  /** Characters of text in the whole answer. Default 60,000. */
  maxChars?: number
  /** Entries (rows, records, links, fields) in the whole answer. Default 500. */
  maxItems?: number
  /** Nodes walked before the traversal gives up and says so. Default 250,000. */
  maxNodes?: number
  /** Milliseconds after which the traversal gives up and says so. Default 3,000. */
  maxMillis?: number
}

interface Extracted<Kind extends ExtractionKind> {
  kind: Kind
  url: string
  title: string
  /** Entries or characters found before any cut, and whether the answer was cut. */
  total: number
  truncated: boolean
  /** The traversal met `maxNodes`, `maxMillis` or four million characters before the end of the region. */
  incomplete?: 'nodes' | 'time' | 'text'
}

export interface LinkItem {
  text: string
  url: string
}

export interface ArticleExtraction extends Extracted<'article'> {
  byline: string
  /** As the page wrote it, ISO 8601 where it did. */
  published: string
  language: string
  siteName: string
  /**
   * Paragraphs parted by a blank line; headings begin with `#`, list items with `-`, quotes with `>`, listings stand between
   * lines of three backticks, cells of a table row are parted by `|`.
   */
  text: string
  links: LinkItem[]
  images: { url: string; alt: string }[]
}

export interface ListRecord {
  title: string
  url: string
  text: string
  image: string
  links: LinkItem[]
}
export interface ListExtraction extends Extracted<'list'> {
  /** Of the list that shows most, or of the one that the region lies in. */
  records: ListRecord[]
  /** Lists of the page or region, this one among them. */
  listsTotal: number
}

export interface TableData {
  caption: string
  /** One entry per column; an empty string where the table names none. */
  headers: string[]
  /** Row and column spans are resolved: each row has as many cells as the table has columns. */
  rows: string[][]
  rowsTotal: number
}
export interface TableExtraction extends Extracted<'table'> {
  tables: TableData[]
}

export interface SectionLinks {
  section: import('./observation.ts').Section
  links: LinkItem[]
}
export interface LinksExtraction extends Extracted<'links'> {
  sections: SectionLinks[]
}

export interface FormField {
  /** Accessible name. A set of radio buttons is one field under the name of its group. */
  label: string
  name: string
  /** Type of an `input`, `select`, `select-multiple`, `textarea`, or the ARIA role of other controls. */
  type: string
  /** Never that of a password or a hidden field. */
  value: string
  required: boolean
  disabled: boolean
  readonly: boolean
  /** Accessible name of the fieldset or group it stands in. */
  group?: string
  checked?: boolean
  options?: import('./observation.ts').OptionObservation[]
  optionsTotal?: number
  constraints?: import('./observation.ts').FieldConstraints
}
export interface FormData {
  /** All three are empty for the fields that stand in no form. */
  name: string
  action: string
  method: string
  fields: FormField[]
  buttons: string[]
}
export interface FormsExtraction extends Extracted<'forms'> {
  forms: FormData[]
}

export interface MetadataExtraction extends Extracted<'metadata'> {
  language: string
  canonical: string
  description: string
  /** `og:*`, `article:*` and `twitter:*` properties, first value of each. */
  openGraph: Record<string, string>
  /** Each document as written. */
  jsonLd: unknown[]
  /** JSON-LD scripts that hold no JSON, or too much of it. */
  jsonLdUnreadable: number
  microdata: unknown[]
  feeds: LinkItem[]
}

export type ExtractResult =
  | ArticleExtraction
  | ListExtraction
  | TableExtraction
  | LinksExtraction
  | FormsExtraction
  | MetadataExtraction

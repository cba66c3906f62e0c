import type { ExtractResult, FormField, LinkItem, TableData } from '../../../shared/extraction.ts'
import type { PageWords } from './neutralise.ts'
import { count } from './numbers.ts'

/** Longest line of structured data shown as it stands. */
const DATA_COLUMNS = 2_000

/** An extraction as lines that stand inside the fence. */
export function extractionLines(result: ExtractResult, words: PageWords): string[] {
  switch (result.kind) {
    case 'article':
      return [
        named('byline', result.byline, words),
        named('published', result.published, words),
        named('site', result.siteName, words),
        ...words.lines(result.text),
        ...result.images
          .filter(({ alt }) => alt !== '')
          .map(({ url, alt }) => `image ${words.quote(alt)} ${words.url(url)}`),
      ].filter((line) => line !== '')
    case 'list':
      return result.records.flatMap((record, index) => [
        `${index + 1}. ${words.quote(record.title, 200)}${record.url ? ` ${words.url(record.url)}` : ''}`,
        ...words.lines(record.text, 400),
      ])
    case 'table':
      return result.tables.flatMap((table) => tableLines(table, words))
    case 'links':
      return result.sections.flatMap(({ section, links }) => [
        `${words.plain(section, 20)}:`,
        ...links.map((link) => linkLine(link, words)),
      ])
    case 'forms':
      return result.forms.flatMap((form) => [
        `form ${words.quote(form.name, 80)} ${words.plain(form.method, 10)} ${words.url(form.action)}`,
        ...form.fields.map((field) => fieldLine(field, words)),
        ...(form.buttons.length > 0
          ? [`buttons ${form.buttons.map((button) => words.quote(button, 60)).join(', ')}`]
          : []),
      ])
    case 'metadata':
      return [
        named('language', result.language, words),
        result.canonical ? `canonical ${words.url(result.canonical)}` : '',
        named('description', result.description, words),
        ...Object.entries(result.openGraph).map(
          ([key, value]) => `${words.quote(key, 60)} = ${words.quote(value, 300)}`,
        ),
        ...result.feeds.map((feed) => `feed ${linkLine(feed, words)}`),
        ...[...result.jsonLd, ...result.microdata].flatMap((data) => words.lines(JSON.stringify(data), DATA_COLUMNS)),
      ].filter((line) => line !== '')
  }
}

/** What was found of the kind, and what the extraction itself cut. */
export function extractionTotals(result: ExtractResult): string {
  const unit = { article: 'character', list: 'record', table: 'row', links: 'link', forms: 'field', metadata: 'entry' }[
    result.kind
  ]
  const plural = unit === 'entry' ? 'entries' : `${unit}s`
  const total = `${count(result.total)} ${result.total === 1 ? unit : plural}`
  return `${result.kind}: ${total}${result.truncated ? ', cut' : ''}`
}

const named = (label: string, value: string, words: PageWords) => (value ? `${label} ${words.quote(value, 300)}` : '')
const linkLine = ({ text, url }: LinkItem, words: PageWords) => `${words.quote(text)} ${words.url(url)}`

/** Behind the bar like all page text; a bar within a cell is escaped, so columns stay columns. */
function tableLines(table: TableData, words: PageWords): string[] {
  const row = (cells: readonly string[]) =>
    `| ${cells.map((cell) => words.plain(cell, 200).replace(/[\\|]/g, '\\$&')).join(' | ')} |`
  const cut =
    table.rowsTotal > table.rows.length ? ` ${count(table.rows.length)} of ${count(table.rowsTotal)} rows` : ''
  return [
    `table ${words.quote(table.caption)}${cut}`,
    ...(table.headers.some((header) => header !== '')
      ? [row(table.headers), `| ${table.headers.map(() => '-').join(' | ')} |`]
      : []),
    ...table.rows.map(row),
  ]
}

function fieldLine(field: FormField, words: PageWords): string {
  const parts = [
    `field ${words.quote(field.label)}`,
    words.plain(field.type, 20),
    `name=${words.quote(field.name, 60)}`,
  ]
  if (field.value) parts.push(`=${words.quote(field.value)}`)
  for (const flag of ['required', 'disabled', 'readonly', 'checked'] as const) if (field[flag]) parts.push(flag)
  if (field.options?.length)
    parts.push(`options: ${field.options.map((option) => words.quote(option.label, 60)).join(', ')}`)
  return parts.join(' ')
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ExtractRequest } from '../../../shared/extraction.ts'
import { extractFrom, show } from './support/page.ts'

const ROOT = join(import.meta.dirname, '../../../fixtures/extract')
const names = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.slice(0, -'.json'.length))
  .sort()

interface Answers {
  extract: { request: ExtractRequest; region?: string; expect: Record<string, unknown> }
}

describe('fixtures, in a simulated DOM', () => {
  it('has a page for every kind', () => {
    expect(new Set(names.map((name) => name.split('/')[0]))).toEqual(
      new Set(['article', 'table', 'list', 'links', 'forms', 'metadata', 'region']),
    )
  })

  it.each(names)('%s', (name) => {
    const {
      request,
      region,
      expect: expected,
    } = (JSON.parse(readFileSync(join(ROOT, `${name}.json`), 'utf8')) as Answers).extract
    show(readFileSync(join(ROOT, `${name}.html`), 'utf8'), `http://fixture.example/extract/${name}`)
    expect(extractFrom(request, region)).toMatchObject(expected)
  })
})

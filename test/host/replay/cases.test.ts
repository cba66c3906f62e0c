import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadCases } from '../../../host/replay/cases.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replay-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('loadCases', () => {
  it('reads every data set below a folder', async () => {
    await mkdir(join(folder, 'pages'))
    const rows = [{ id: '7', url: 'http://a.example/', base: 'a', file: '7.html.gz', pagination: { next: [2] } }]
    await writeFile(join(folder, 'pages/manifest.json'), JSON.stringify(rows))
    await writeFile(join(folder, 'pages/7.html.gz'), gzipSync('<p>seven'))
    const [only, ...others] = await loadCases(folder)
    expect(others).toEqual([])
    expect(only).toMatchObject({
      id: 'pages/7',
      set: 'pages',
      url: 'http://a.example/',
      answers: { base: 'a', pagination: { next: [2] } },
    })
    expect(await only!.html()).toBe('<p>seven')
  })

  it('reads pages with answers beside them, and leaves pages without', async () => {
    await mkdir(join(folder, 'records'))
    await writeFile(join(folder, 'records/list.html'), '<ul>')
    await writeFile(join(folder, 'records/list.json'), JSON.stringify({ record: 'li', title: 'h3 a' }))
    await writeFile(join(folder, 'records/other.html'), '<p>')
    const cases = await loadCases(folder)
    expect(cases.map((one) => [one.id, one.set, one.answers])).toEqual([
      ['records/list', 'records', { base: 'a[href]', record: 'li', title: 'h3 a' }],
    ])
  })

  it('refuses a folder without cases', async () => {
    await expect(loadCases(folder)).rejects.toMatchObject({ code: 'BROWSER_INPUT_INVALID' })
    await expect(loadCases(join(folder, 'missing'))).rejects.toMatchObject({ code: 'BROWSER_INPUT_INVALID' })
  })
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { privateNames } from '../../scripts/build/private-names.mjs'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** The private names of an agent of one file, beside a protocol that has `tier` and `href`. */
function namesOf(agent: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'private-names-'))
  folders.push(folder)
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text)
  mkdirSync(join(folder, 'shared'))
  mkdirSync(join(folder, 'agent'))
  write('shared/protocol.ts', 'export interface Answer { tier: number; href?: string }')
  write(
    'agent/tsconfig.json',
    '{"compilerOptions":{"strict":true,"target":"ES2023","lib":["ES2023","DOM"],"types":[]}}',
  )
  write('agent/agent.ts', `import type { Answer } from '../shared/protocol.ts'\nexport type { Answer }\n${agent}`)
  return privateNames(join(folder, 'agent/agent.ts'))
}

test.each([
  [
    'members of types, classes and object literals',
    'interface A { lead: 1 }; class B { held = 2 }; const c = { met: 3 }',
    'held lead met',
  ],
  ['fields a constructor declares', 'class A { constructor(private readonly held: 1) {} }', 'held'],
  ['a name the protocol has too', 'interface A { tier: 1; lead: 2 }', 'lead'],
  ['a name of a platform type that no value here has', 'interface A { layout: 1 }', 'layout'],
  [
    'a name a value of the platform has',
    'interface A { parentNode: 1; lead: 2 }; const b = (c: Element) => c.id',
    'lead',
  ],
  [
    'a platform object that is taken for one of ours',
    'interface A { width: 1 | number }; const b = (c: DOMRect): A => c',
    '',
  ],
  ['keys of a table', 'const a: Record<string, number> = { lead: 1 }', ''],
  ['names in a list of keys', 'const a = { lead: 1 }; Object.keys(a)', ''],
  [
    'names a computed access can reach',
    "const a = { lead: 1, held: 2, met: 3 }; const b = (c: 'lead' | 'met') => a[c]",
    'held',
  ],
  [
    'names given as keys to a generic function',
    "const a = { lead: 1, held: 2 }; const b = <K extends keyof typeof a>(c: K) => a[c]; b('held')",
    'lead',
  ],
  [
    'keys of a map given to a generic function',
    'const list = <K extends string>(a: Partial<Record<K, 1>>) => Object.keys(a); list({ lead: 1 }); const b = { held: 2 }, c = { met: 1 } as const; list(c)',
    'held',
  ],
  ['names written in quotes', "const a = { 'lead': 1 }", ''],
])('%s', (_what, agent, names) => {
  expect(namesOf(agent).join(' ')).toBe(names)
})

test('an access by any text is an error', () => {
  expect(() =>
    namesOf('const a = { lead: 1 } as object as { lead: 1 }; const b = (c: string) => a[c as never as string]'),
  ).toThrow(/agent\.ts:3: .* may reach any name/)
})

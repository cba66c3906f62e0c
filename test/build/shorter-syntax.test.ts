import ts from 'typescript'
import { expect, test } from 'vitest'
import { shorterSyntax } from '../../scripts/build/shorter-syntax.mjs'

const rewrite = (text: string) =>
  ts
    .transpileModule(text, {
      compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
      transformers: { before: [shorterSyntax] },
    })
    .outputText.replace('"use strict";', '')
    .replace(/\s+/g, ' ')
    .trim()

test.each([
  ['a constant of the module', 'export const a = 1, b = 2', 'export var a = 1, b = 2;'],
  ['one that changes', 'let a = 1', 'var a = 1;'],
  [
    'constants inside',
    'function f() { for (const a of b) { const c = a } }',
    'function f() { for (let a of b) { let c = a; } }',
  ],
  ['a function stays one', 'export function f(a: 1) { return a }', 'export function f(a) { return a; }'],
])('%s', (_what, text, rewritten) => {
  expect(rewrite(text)).toBe(rewritten)
})

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
  ['a function', 'export function f(a: 1) { return a }', 'export var f = (a) => { return a; };'],
  ['one that waits', 'async function f() {}', 'var f = async () => { };'],
  [
    'functions stand before what uses them',
    'const a = f(); function f() { return 1 }',
    'var f = () => { return 1; }; var a = f();',
  ],
  [
    'constants inside',
    'function f() { for (const a of b) { const c = a } }',
    'var f = () => { for (let a of b) { let c = a; } };',
  ],
  ['a generator stays', 'function* f() {}', 'function* f() { }'],
  [
    'so does one that is called on something',
    'function f(this: A) { return this.a }',
    'function f() { return this.a; }',
  ],
  [
    'and one of as many arguments as are given',
    'function f() { return arguments }',
    'function f() { return arguments; }',
  ],
])('%s', (_what, text, rewritten) => {
  expect(rewrite(text)).toBe(rewritten)
})

import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** Names of all members that the types in `shared/` declare. */
function protocolNames(): Set<string> {
  const names = new Set<string>()
  for (const file of readdirSync('shared').filter((name) => name.endsWith('.ts'))) {
    const walk = (node: ts.Node): void => {
      if (ts.isTypeElement(node) && node.name && ts.isIdentifier(node.name)) names.add(node.name.text)
      ts.forEachChild(node, walk)
    }
    walk(ts.createSourceFile(file, readFileSync(`shared/${file}`, 'utf8'), ts.ScriptTarget.Latest))
  }
  return names
}

test('the built page agent speaks every name of the protocol', () => {
  const words = new Set(readFileSync('lib/page-agent.js', 'utf8').match(/[\p{L}\p{N}_$]+/gu))
  const names = protocolNames()
  expect(names.size).toBeGreaterThan(100)
  expect([...names].filter((name) => !words.has(name))).toEqual([])
})

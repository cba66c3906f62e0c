import ts from 'typescript'

/**
 * A transformer of modules that says the same in fewer characters, where minifiers leave the words as they are:
 * functions of a module are arrow functions, and nothing is `const`. What a module declares is `var`: the modules of a
 * bundle share one scope, and unlike `let` it costs no check at each use. The types have been checked before.
 */
export const shorterSyntax = (context) => (module) => {
  const { factory } = context
  const inFunction = (node) => {
    const visited = ts.visitEachChild(node, inFunction, context)
    return isConst(visited) ? factory.createVariableDeclarationList(visited.declarations, ts.NodeFlags.Let) : visited
  }
  const functions = []
  const statements = []
  for (const statement of module.statements) {
    const inner = ts.visitEachChild(statement, inFunction, context)
    if (ts.isFunctionDeclaration(inner) && isArrowAtHeart(statement)) functions.push(arrow(inner))
    else if (ts.isVariableStatement(inner)) {
      const { declarations } = inner.declarationList
      statements.push(
        factory.createVariableStatement(inner.modifiers, factory.createVariableDeclarationList(declarations)),
      )
    } else statements.push(inner)
  }
  // Functions are there from the first statement on.
  return factory.updateSourceFile(module, [...functions, ...statements])

  function arrow({ modifiers = [], name, typeParameters, parameters, type, body }) {
    const isAsync = (modifier) => modifier.kind === ts.SyntaxKind.AsyncKeyword
    const token = factory.createToken(ts.SyntaxKind.EqualsGreaterThanToken)
    const value = factory.createArrowFunction(modifiers.filter(isAsync), typeParameters, parameters, type, token, body)
    return factory.createVariableStatement(
      modifiers.filter((modifier) => !isAsync(modifier)),
      factory.createVariableDeclarationList([factory.createVariableDeclaration(name, undefined, undefined, value)]),
    )
  }
}

const isConst = (node) =>
  ts.isVariableDeclarationList(node) && (node.flags & ts.NodeFlags.BlockScoped) === ts.NodeFlags.Const

/** A declared function with a body that needs no `this`, no `arguments` and is no generator. */
function isArrowAtHeart({ asteriskToken, body }) {
  const hasOwnScope = (node) =>
    node.kind === ts.SyntaxKind.ThisKeyword ||
    (ts.isIdentifier(node) && node.text === 'arguments') ||
    ts.forEachChild(node, hasOwnScope)
  return !asteriskToken && !!body && !hasOwnScope(body)
}

import { dirname, relative, resolve } from 'node:path'
import ts from 'typescript'

const LISTS_KEYS = /^(?:Object\.(?:keys|values|entries|fromEntries|hasOwn)|JSON\.stringify)$/

/**
 * The property names that a bundle keeps to itself, so that a minifier may shorten them: those that a type, class or
 * object literal of the entry's folder declares, but for the names
 * - of members of `shared/`, the protocol;
 * - of members that any other value in these sources has, be it the DOM's or the language's, whatever it is used as;
 * - that are keys of a table looked up by text, or are reached by a computed access or by a listing of keys.
 *
 * All of it is read off the types. An access by text that the types do not bound is an error.
 */
export function privateNames(entry) {
  const side = dirname(resolve(entry))
  const { config } = ts.readConfigFile(`${side}/tsconfig.json`, ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, side)
  const program = ts.createProgram([entry], options)
  const checker = program.getTypeChecker()
  const isOurs = (file) => !relative(side, file.fileName).startsWith('..')

  const declared = new Set()
  const reserved = new Set()
  const seen = new Set()

  for (const file of program.getSourceFiles()) {
    if (file.isDeclarationFile) continue
    const read = isOurs(file) ? readOurs : readProtocol
    const walk = (node) => {
      read(node)
      ts.forEachChild(node, walk)
    }
    walk(file)
  }
  return [...declared].filter((name) => !reserved.has(name)).sort()

  function readProtocol(node) {
    if (isMember(node) && node.name) reserved.add(node.name.text)
  }

  function readOurs(node) {
    if (isMember(node) && node.name && !ts.isComputedPropertyName(node.name)) {
      const isPrivate = ts.isIdentifier(node.name) && !isKeyOfTable(node)
      ;(isPrivate ? declared : reserved).add(node.name.text)
    }
    if (ts.isComputedPropertyName(node)) reserveKeys(node.expression, node.parent.parent)
    if (ts.isElementAccessExpression(node)) reserveKeys(node.argumentExpression, node.expression)
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword)
      reserveKeys(node.left, node.right)
    if (ts.isCallExpression(node)) {
      if (LISTS_KEYS.test(node.expression.getText()))
        reserveMembers(checker.getTypeAtLocation(node.arguments[0]), () => true)
      for (const key of keysGiven(node)) reserved.add(key)
    }
    if (ts.isExpression(node) || ts.isParameter(node) || ts.isBindingElement(node))
      reserveMembers(checker.getTypeAtLocation(node), isOutside)
  }

  function isOutside(symbol) {
    return !symbol.declarations?.some((declaration) => isOurs(declaration.getSourceFile()))
  }

  function reserveMembers(type, test) {
    if (seen.has(type) && test === isOutside) return
    seen.add(type)
    if (type.isUnionOrIntersection()) for (const part of type.types) reserveMembers(part, test)
    else for (const member of checker.getPropertiesOfType(type)) if (test(member)) reserved.add(member.name)
  }

  /** A property of an object literal that maps from text: its type has an index in place of members. */
  function isKeyOfTable(node) {
    const type = ts.isObjectLiteralExpression(node.parent) ? checker.getContextualType(node.parent) : undefined
    return !!type && !type.getProperty(node.name.text) && type.getStringIndexType() !== undefined
  }

  /**
   * Texts that are given for a parameter of generic type, and the members of what is given for a generic map: the function
   * called may use them as keys, or list them.
   */
  function keysGiven(call) {
    const parameters = checker.getResolvedSignature(call)?.declaration?.parameters ?? []
    return call.arguments.flatMap((argument, at) => {
      const parameter = parameters[at]
      if (!parameter) return []
      if (ts.isStringLiteral(argument)) return isGeneric(parameter) ? [argument.text] : []
      if (!isGenericMap(parameter)) return []
      return checker.getPropertiesOfType(checker.getTypeAtLocation(argument)).map(({ name }) => name)
    })
  }

  /** A map whose keys are known where the function is called only. */
  function isGenericMap(parameter) {
    const type = checker.getTypeAtLocation(parameter)
    return ((type.objectFlags ?? 0) & ts.ObjectFlags.Mapped) !== 0 && checker.getPropertiesOfType(type).length === 0
  }

  function isGeneric(node) {
    return (checker.getTypeAtLocation(node).flags & ts.TypeFlags.TypeParameter) !== 0
  }

  function reserveKeys(key, object) {
    const target = checker.getTypeAtLocation(object)
    const type = checker.getTypeAtLocation(key)
    // Which texts a generic key stands for is seen where the function is called.
    if (isGeneric(key)) return
    for (const part of type.isUnion() ? type.types : [type]) {
      if (part.isStringLiteral()) reserved.add(part.value)
      else if (part.flags & ts.TypeFlags.StringLike && !target.getStringIndexType()) {
        const file = key.getSourceFile()
        const { line } = file.getLineAndCharacterOfPosition(key.getStart())
        throw new Error(`${file.fileName}:${line + 1}: ${key.getText()} may reach any name`)
      }
    }
  }
}

const isMember = (node) =>
  ts.isTypeElement(node) ||
  ts.isClassElement(node) ||
  ts.isObjectLiteralElement(node) ||
  ts.isParameterPropertyDeclaration(node, node.parent)

import { readFileSync, rmSync } from 'node:fs'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import terser from '@rollup/plugin-terser'
import { dts } from 'rollup-plugin-dts'
import ts from 'typescript'
import { privateNames } from './scripts/build/private-names.mjs'
import { shorterSyntax } from './scripts/build/shorter-syntax.mjs'

const { dependencies = {}, peerDependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8'))
const packages = Object.keys({ ...dependencies, ...peerDependencies })
const external = (id) => id.startsWith('node:') || packages.some((name) => id === name || id.startsWith(`${name}/`))

/** Types are checked by `tsc -b`; here they are only taken off, file by file. */
const transpile = (transformers = {}) => ({
  name: 'transpile-typescript',
  transform(code, id) {
    if (!id.endsWith('.ts')) return null
    const { outputText, sourceMapText } = ts.transpileModule(code, {
      fileName: id,
      transformers,
      compilerOptions: {
        target: ts.ScriptTarget.ES2023,
        module: ts.ModuleKind.ESNext,
        sourceMap: true,
        verbatimModuleSyntax: true,
      },
    })
    return { code: outputText.replace(/\/\/# sourceMappingURL=.*\s*$/, ''), map: sourceMapText }
  },
})

/**
 * Page bundles are one classic script each: they are evaluated by text in worlds that have no module loader. `plain`: to
 * be read and debugged.
 */
const pages = ({ plain }) => {
  const page = (input, file, transformers, mangle = true) => ({
    input,
    output: { file: `lib/${file}`, format: 'iife', generatedCode: 'es2015' },
    plugins: [
      nodeResolve(),
      transpile(transformers),
      !plain && terser({ ecma: 2022, module: true, compress: { passes: 3 }, mangle }),
    ],
  })
  const agent = 'page-agent/agent.ts'
  // `builtins`: the names of the platform that the agent meets are no private ones, as they are told by the types.
  const properties = plain ? false : { builtins: true, keep_quoted: 'strict', regex: anyOf(privateNames(agent)) }
  return [
    page(agent, 'page-agent.js', { before: [shorterSyntax] }, { properties }),
    page('page-agent/guards.ts', 'page-guards.js'),
  ]
}

const anyOf = (names) => new RegExp(`^(?:${names.join('|')})$`)

/** Host entries share chunks, so that a class is one class however it is reached. */
const hostEntries = {
  index: 'host/index.ts',
  playwright: 'host/playwright/index.ts',
  tools: 'host/tools/index.ts',
  mcp: 'host/mcp/index.ts',
  standalone: 'host/standalone/index.ts',
  cli: 'host/cli/main.ts',
}
const { cli: _bin, ...typedEntries } = hostEntries

const host = [
  {
    input: hostEntries,
    external,
    output: { dir: 'lib', format: 'es', chunkFileNames: 'chunks/[name]-[hash].js' },
    plugins: [transpile()],
  },
  {
    input: typedEntries,
    external,
    output: { dir: 'lib', format: 'es', chunkFileNames: 'chunks/[name]-[hash].d.ts' },
    plugins: [dts({ tsconfig: 'host/tsconfig.json', compilerOptions: { composite: false } })],
  },
]

/** `--configPage` builds the in-page bundles alone, `--configPlain` leaves them unminified. */
export default ({ configPage, configPlain }) => {
  const built = pages({ plain: configPlain })
  if (configPage) return built
  // Chunks are named by what they hold: those of an earlier build would be packed as well
  rmSync('lib/chunks', { recursive: true, force: true })
  return [...built, ...host]
}

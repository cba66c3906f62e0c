import { readFileSync } from 'node:fs'
import { nodeResolve } from '@rollup/plugin-node-resolve'
import terser from '@rollup/plugin-terser'
import typescript from '@rollup/plugin-typescript'
import { dts } from 'rollup-plugin-dts'

const { dependencies = {}, peerDependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8'))
const packages = Object.keys({ ...dependencies, ...peerDependencies })
const external = (id) => id.startsWith('node:') || packages.some((name) => id === name || id.startsWith(`${name}/`))

const compile = (side) =>
  typescript({
    tsconfig: `${side}/tsconfig.json`,
    compilerOptions: {
      composite: false,
      declaration: false,
      emitDeclarationOnly: false,
      incremental: false,
      noEmit: true,
      noEmitOnError: true,
    },
  })

/** Page bundles are one classic script each: they are evaluated by text in worlds that have no module loader. */
const page = (input, file) => ({
  input: `page-agent/${input}`,
  output: { file: `lib/${file}`, format: 'iife', generatedCode: 'es2015' },
  plugins: [nodeResolve(), compile('page-agent'), terser({ ecma: 2020, compress: { passes: 2 } })],
})

/** Host entries share chunks, so that a class is one class however it is reached. */
const hostEntries = {
  index: 'host/index.ts',
  playwright: 'host/playwright/index.ts',
  tools: 'host/tools/index.ts',
  standalone: 'host/standalone/index.ts',
  cli: 'host/cli/main.ts',
}
const { cli: _bin, ...typedEntries } = hostEntries

const pages = [page('agent.ts', 'page-agent.js'), page('guards.ts', 'page-guards.js')]

const host = [
  {
    input: hostEntries,
    external,
    output: { dir: 'lib', format: 'es', chunkFileNames: 'chunks/[name]-[hash].js' },
    plugins: [compile('host')],
  },
  {
    input: typedEntries,
    external,
    output: { dir: 'lib', format: 'es', chunkFileNames: 'chunks/[name]-[hash].d.ts' },
    plugins: [dts({ tsconfig: 'host/tsconfig.json', compilerOptions: { composite: false } })],
  },
]

/** `--configPage` builds the in-page bundles alone. */
export default (args) => (args.configPage ? pages : [...pages, ...host])

import { defineConfig } from 'vitest/config'

/** Set by `npm run test:attacks`, whose addresses these tests need. */
const inNamespace = process.env.ATTACK_NAMESPACE !== undefined
/** Set by `npm run test:soak`: too long for every run. */
const soaking = process.env.SOAK !== undefined

const soak = {
  test: {
    name: 'soak',
    include: ['test/soak/**/*.test.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
  },
}

const attacks = {
  test: {
    name: 'attacks',
    include: ['test/attacks/**/*.test.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
}

/**
 * One project per kind of machine a test needs. `unit` runs in plain Node (page logic asks for happy-dom with a
 * docblock), the others start real processes and therefore run one file at a time, one project after the other.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/shared/**/*.test.ts', 'test/host/**/*.test.ts', 'test/build/**/*.test.ts'],
          environment: 'node',
        },
      },
      {
        test: {
          name: 'page',
          include: ['test/page-agent/**/*.test.ts'],
          environment: 'happy-dom',
        },
      },
      {
        test: {
          name: 'browser',
          sequence: { groupOrder: 1 },
          include: ['test/browser/**/*.test.ts'],
          environment: 'node',
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'hostile',
          include: ['test/hostile/**/*.test.ts'],
          environment: 'node',
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'replay',
          sequence: { groupOrder: 2 },
          include: ['test/replay/**/*.test.ts'],
          environment: 'node',
          fileParallelism: false,
          testTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'dsh',
          sequence: { groupOrder: 3 },
          include: ['test/dsh/**/*.test.ts'],
          environment: 'node',
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      ...(inNamespace ? [attacks] : []),
      ...(soaking ? [soak] : []),
    ],
  },
})

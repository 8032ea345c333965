import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defaultExclude, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files of `test/` start processes and browsers and take longest. They start first, so that the workers end together. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => moduleId.includes('/test/')
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** These handle signals of the process, or count what the whole process does, so they do not share one with others. */
const ALONE = [
  'packages/framework/src/{cli,stores,terminal}/**/*.test.ts',
  'packages/framework/src/mcp/rev2026/tasks.test.ts',
]

/**
 * Whole installations of other frameworks and servers, debates on NATS, the built documentation site, and the looks of every page. `npm run test:matrix` runs them; the suite
 * has the units of what they test, and the others of their kind.
 */
const MATRIX = [
  'test/third-party/{apps,bundlers,front-ends,runtimes,sign-in,use-chat,web-frameworks}.test.ts',
  'test/promises-postgres.test.ts',
  'test/roundtable-kill-nats.test.ts',
  'test/create-sweatpants-{chat,nextjs}.test.ts',
  'test/site-pages.test.ts',
  'test/yo-chat{,-debates}-looks.test.ts',
]

// Processes that tests start from the sources compile them once, not each time.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

export default defineConfig(({ mode }) => ({
  resolve: { conditions: ['@sweatpants/source'] },
  ssr: { resolve: { conditions: ['@sweatpants/source'] } },
  test: {
    // Real servers, browsers and databases share two cores with each other and with other programs; a test that hangs is still found.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    setupFiles: ['test/fuzz/known-values.ts', 'test/wait-longer.ts'],
    // Most of the time of a test file is spent waiting for another process: with a worker per core, the cores are idle for 40 % of the time.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: ['{packages/*/src,apps,examples}/**/*.test.ts'],
          exclude: [...defaultExclude, ...ALONE],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['test/**/*.test.ts', ...ALONE],
          exclude: [...defaultExclude, ...(mode === 'matrix' ? [] : MATRIX)],
          globalSetup: 'test/compile-cache.ts',
        },
      },
    ],
  },
}))

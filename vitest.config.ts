import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['@sweatpants/source'] },
  ssr: { resolve: { conditions: ['@sweatpants/source'] } },
  test: {
    // Real servers, browsers and databases share two cores with each other; a test that hangs is still found.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    include: ['packages/*/src/**/*.test.ts', 'apps/**/*.test.ts', 'examples/**/*.test.ts', 'test/**/*.test.ts'],
  },
})

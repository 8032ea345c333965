import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['@sweatpants/source'] },
  ssr: { resolve: { conditions: ['@sweatpants/source'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'apps/**/*.test.ts', 'examples/**/*.test.ts', 'test/**/*.test.ts'],
  },
})

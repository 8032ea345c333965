import { fileURLToPath } from 'node:url'
import type { InputOptions, OutputOptions } from 'rolldown'

const preact = fileURLToPath(import.meta.resolve('preact/compat'))
const preactClient = fileURLToPath(import.meta.resolve('preact/compat/client'))
const preactRuntime = fileURLToPath(import.meta.resolve('preact/jsx-runtime'))

/** How the page is bundled. It is written for React and runs on Preact, which is a tenth of its size. */
export const pageBundle: InputOptions = {
  platform: 'browser',
  resolve: {
    alias: {
      react: preact,
      'react/jsx-runtime': preactRuntime,
      'react-dom/client': preactClient,
    },
  },
  transform: { define: { 'process.env.NODE_ENV': '"production"' } },
}

export const pageOutput: OutputOptions = { format: 'esm', minify: true, codeSplitting: false }

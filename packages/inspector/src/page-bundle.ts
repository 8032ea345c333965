import { fileURLToPath } from 'node:url'
import { type InputOptions, type OutputOptions, rolldown } from 'rolldown'

const preact = fileURLToPath(import.meta.resolve('preact/compat'))
const preactClient = fileURLToPath(import.meta.resolve('preact/compat/client'))
const preactRuntime = fileURLToPath(import.meta.resolve('preact/jsx-runtime'))

/** The page is written for React and bundled with Preact, which is a tenth of the size. */
export const pageBundle: InputOptions = {
  platform: 'browser',
  resolve: {
    // The forms come from the sources of the framework, whether or not it has been built.
    conditionNames: ['@sweatpants/source', 'browser', 'import', 'default'],
    alias: {
      react: preact,
      'react/jsx-runtime': preactRuntime,
      'react-dom/client': preactClient,
    },
  },
  transform: { define: { 'process.env.NODE_ENV': '"production"' } },
}

export const pageOutput: OutputOptions = { format: 'esm', minify: true, codeSplitting: false }

/** Bundles a page in memory, for a start from the sources. */
export async function bundlePage(module: string): Promise<string> {
  const input = fileURLToPath(new URL(`./${module}`, import.meta.url))
  await using bundle = await rolldown({ ...pageBundle, input })
  const { output } = await bundle.generate(pageOutput)
  return output[0].code
}

import { globSync, statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, type TestContext, test } from 'vitest'
import { hi } from '../../packages/framework/src/models/fixtures/answers.ts'
import { listen } from '../../packages/framework/src/models/fixtures/loopback.ts'
import { launchChromium } from '../chromium.ts'
import { run } from '../create-sweatpants/run.ts'
import { createTemporarySchema, startPostgres } from '../postgres.ts'
import { NotInstallableError } from './install.ts'
import { openPlace, type Place } from './published.ts'
import { installTarballs, packTarballs } from './tarballs.ts'

// The framework is installed into applications that have other versions of its optional packages.
// `npm run test:matrix` runs all of them; the suite runs the oldest.

const isWhole = process.env.MODE === 'matrix'

/** Installed in every place, so that the suite installs once. */
const common = { react: '18.2.0', 'react-dom': '18.2.0', pg: '8.11.0' }

async function open(context: TestContext, versions: Record<string, string>): Promise<Place> {
  try {
    return await openPlace(await installTarballs(['framework'], { ...common, ...versions }))
  } catch (error) {
    if (error instanceof NotInstallableError) context.skip(error.message)
    throw error
  }
}

/** Runs a program of `published/` and returns the JSON that it prints. */
async function print(place: Place, program: string, args: readonly string[] = [], env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await place.start(process.execPath, program, args, env).ended
  if (code !== 0) throw new Error(`${program} failed: ${stderr}`)
  return JSON.parse(stdout) as unknown
}

test('an installation for MCP has at most 25 packages and 20 MB', async () => {
  const folder = await installTarballs(['framework', 'demo-model'])
  const manifests = globSync('node_modules/{*,@*/*}/package.json', { cwd: folder })
  const files = globSync('node_modules/**', { cwd: folder }).map((file) => statSync(join(folder, file)))
  const bytes = files.reduce((total, file) => total + (file.isFile() ? file.size : 0), 0)
  expect(manifests.length).toBeGreaterThan(5)
  expect(manifests.length).toBeLessThanOrEqual(25)
  expect(bytes).toBeGreaterThan(5_000_000)
  expect(bytes).toBeLessThanOrEqual(20_000_000)
})

const old = {
  react: '18.2.0',
  vitest: '3.0.1',
  ai: '5.0.0',
  pg: '8.11.0',
  mermaid: '10.9.4',
  '@ai-sdk/openai': '2.0.0',
}

const applications: Record<string, string>[] = isWhole
  ? [
      old,
      ...['18.3.0', '19.0.0', '19.3.1'].map((react) => ({ react, 'react-dom': react })),
      ...['3', '4', '5'].map((vitest) => ({ vitest })),
      ...['5', '6', '7'].map((ai) => ({ ai })),
      ...['8.11.0', '8.16.0', '8'].map((pg) => ({ pg })),
      ...['10', '11', '12'].map((mermaid) => ({ mermaid })),
      ...['2', '3', '4'].map((version) => ({ '@ai-sdk/openai': version, '@ai-sdk/anthropic': version })),
      { '@opentelemetry/api': '1.0.0', lowlight: '2', 'rehype-katex': '6', 'remark-math': '5' },
    ]
  : []

test.for(applications)('npm finds no conflict beside %o', async (dependencies) => {
  const { framework } = await packTarballs()
  const folder = await mkdtemp(join(tmpdir(), 'sweatpants-neighbours-'))
  try {
    const manifest = { private: true, dependencies: { ...dependencies, '@sweatpants/framework': `file:${framework}` } }
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
    // Resolves as an installation does, and downloads nothing.
    await run('npm', ['install', '--package-lock-only', '--strict-peer-deps', '--no-audit', '--prefer-offline'], folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test.for(isWhole ? ['18.2.0', '19.0.0', '19.3.1'] : [])(
  'the components of /react render with React %s',
  async (version, context) => {
    await using place = await open(context, { react: version, 'react-dom': version })
    expect(await print(place, 'render.js')).toEqual({ version, isBold: true, asks: true })
  },
)

describe.runIf(isWhole)('a version that is too old', () => {
  test('is named by the components of /react', async (context) => {
    await using place = await open(context, { react: '17.0.2', 'react-dom': '17.0.2', esbuild: '0.28.2' })
    // Node finds no `react/jsx-runtime` in React 17. Bundlers do.
    const options = ['render.js', '--bundle', '--platform=node', '--outfile=bundled.cjs']
    await run(join(place.folder, 'node_modules/.bin/esbuild'), options, place.folder)
    expect(await print(place, 'bundled.cjs')).toMatchObject({
      message: expect.stringContaining('needs React 18 or newer, this is React 17.0.2; npm install react@latest'),
    })
  })

  test('is named by a model whose interface is converted by ai', async (context) => {
    await using place = await open(context, { '@ai-sdk/openai': '2', ai: '5', zod: '4.6.7' })
    expect(await print(place, 'ask.js', [], { OPENAI_BASE_URL: 'http://127.0.0.1:9' })).toEqual({
      message: expect.stringMatching(/openai.* has version v2 .* run npm install ai@latest/),
    })
  })
})

test.for(isWhole ? ['2', '3', '4'] : [])(
  'OpenAI answers through @ai-sdk/openai %s beside ai 7',
  async (version, context) => {
    await using place = await open(context, { '@ai-sdk/openai': version, ai: '7', zod: '4.6.7' })
    await using server = await listen(() => ({ body: hi.responses }))
    expect(await print(place, 'ask.js', [], { OPENAI_BASE_URL: server.url })).toMatchObject({
      content: [{ type: 'text', text: 'hi' }],
    })
  },
)

test.for(isWhole ? ['8.11.0', '8.15.6', '8.16.0', '8'] : [])(
  'a store on Postgres opens with pg %s',
  async (version, context) => {
    await using place = await open(context, { pg: version })
    const postgres = await startPostgres()
    const { schema, drop } = createTemporarySchema(postgres.url)
    try {
      expect(await print(place, 'open-postgres.js', [postgres.url, schema])).toEqual({ lsn: 1, repeated: false })
    } finally {
      await drop()
      await postgres.stop()
    }
  },
)

test.for(isWhole ? ['3', '4', '5'] : [])(
  'a test of /testing/vitest passes with Vitest %s',
  async (version, context) => {
    await using place = await open(context, { vitest: version, zod: '4.6.7' })
    const { code, stdout, stderr } = await place.start(process.execPath, 'vitest', ['run', '--no-color']).ended
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(stdout).toMatch(/Tests\s+1 passed/)
  },
)

test.for(isWhole ? ['10', '11', '12'] : [])('a diagram is drawn with mermaid %s', async (version, context) => {
  await using place = await open(context, { mermaid: version, esbuild: '0.28.2' })
  const options = ['diagram.js', '--bundle', '--define:process.env.NODE_ENV="production"', '--outfile=bundled.js']
  await run(join(place.folder, 'node_modules/.bin/esbuild'), options, place.folder)
  await using browser = await launchChromium()
  const page = await browser.newPage()
  await page.setContent('<main></main>')
  await page.addScriptTag({ path: join(place.folder, 'bundled.js') })
  await page.locator('.markdown-diagram img').waitFor()
})

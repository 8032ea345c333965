import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from '../chromium.ts'
import { findFreePort } from '../create-sweatpants/free-port.ts'
import { env, run } from '../create-sweatpants/run.ts'
import { watchOutput } from '../watch-output.ts'
import { installPackages, NotInstallableError } from './install.ts'
import { installTarballs } from './tarballs.ts'

// An application is built from the tarball with no optional package installed: without an alias, and without a module that is
// missing. `npm run test:matrix` builds it with Rollup and Next.js as well.

const isWhole = process.env.MODE === 'matrix'

interface Bundler {
  name: string
  packages: Record<string, string>
  /** The commands that build the page and the server. */
  build: readonly string[]
  /** The command that serves both at a port. */
  serve: string
  /** What the browser loads. */
  page: string
  isShort?: boolean
}

const esbuild = { esbuild: '0.28.2' }
const toEsm = '--format=esm --jsx=automatic'
const rollup = {
  rollup: '4.68.2',
  '@rollup/plugin-node-resolve': '16.0.3',
  '@rollup/plugin-commonjs': '29.0.3',
  '@rollup/plugin-replace': '6.0.3',
}
const built = { serve: 'node serve.js out/page out/server/server.js', page: 'out/page' }
// Next.js 15 installs them by itself where they are missing.
const types = { typescript: '5.9.3', '@types/react': '19.3.0', '@types/node': '24.19.2' }
const next = { serve: 'next start -H 127.0.0.1 -p', page: '.next/static' }

const all: Bundler[] = [
  {
    name: 'Vite 8',
    packages: { vite: '8.3.8' },
    build: ['vite build --outDir out/page', 'vite build --ssr server.ts --outDir out/server'],
    ...built,
    isShort: true,
  },
  {
    name: 'esbuild',
    packages: esbuild,
    build: [
      `esbuild page.tsx --bundle --splitting ${toEsm} --define:process.env.NODE_ENV="production" --outdir=out/page`,
      `esbuild server.ts --bundle --platform=node ${toEsm} --outdir=out/server`,
    ],
    ...built,
    isShort: true,
  },
  {
    name: 'Rollup 4',
    packages: { ...rollup, ...esbuild },
    build: [`esbuild page.tsx server.ts --bundle --packages=external ${toEsm} --outdir=plain`, 'rollup -c'],
    ...built,
  },
  { name: 'Next.js 16, Turbopack', packages: { next: '16.4.6' }, build: ['next build'], ...next },
  { name: 'Next.js 16, webpack', packages: { next: '16.4.6' }, build: ['next build --webpack'], ...next },
  { name: 'Next.js 15, webpack', packages: { next: '15.5.4', ...types }, build: ['next build'], ...next },
]

const bundlers = all.filter(({ isShort }) => isWhole || isShort)

const react = { react: '19.3.1', 'react-dom': '19.3.1', zod: '4.6.7' }

interface App extends AsyncDisposable {
  folder: string
  run(command: string): Promise<string>
  /** Starts the built application and returns its address. */
  serve(command: string): Promise<string>
}

/** The application, inside the folder of the bundler, which it finds as a package of a workspace does. */
async function createApp(packages: Record<string, string>): Promise<App> {
  const tools = await installPackages({ ...react, ...packages })
  const folder = await mkdtemp(join(tools, 'app-'))
  await cp(join(import.meta.dirname, 'bundled-app'), folder, { recursive: true })
  await cp(join(await installTarballs(['framework']), 'node_modules'), join(folder, 'node_modules'), {
    recursive: true,
  })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const toPath = (name: string) => (name === 'node' ? process.execPath : join(tools, 'node_modules/.bin', name))
  const stop: (() => Promise<unknown>)[] = []
  return {
    folder,
    run(command) {
      const [name = '', ...args] = command.split(' ')
      return run(toPath(name), args, folder)
    },
    async serve(command) {
      const [name = '', ...args] = command.split(' ')
      const port = await findFreePort()
      const child = spawn(toPath(name), [...args, String(port)], { cwd: folder, env: env as NodeJS.ProcessEnv })
      // Next.js says on standard output that it is ready.
      child.stdout.on('data', (text) => child.stderr.emit('data', text))
      const { until, ended } = watchOutput(child)
      stop.push(() => {
        child.kill('SIGKILL')
        return ended
      })
      await until(/Ready/)
      return `http://127.0.0.1:${port}`
    },
    async [Symbol.asyncDispose]() {
      for (const one of stop) await one()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A text in the body of the tool. */
const MARKER = 'only the server knows: 7f3a9c'

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

let browser: Browser
beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser?.close())

describe.each(bundlers)('$name', { timeout: 300_000 }, ({ packages, build, serve, page: built }) => {
  test('builds a page and a server that run without any optional package', async (context) => {
    await using app = await createApp(packages).catch((error) => {
      if (error instanceof NotInstallableError) context.skip(error.message)
      throw error
    })
    for (const command of build) await app.run(command)

    const scripts = globSync('**/*.{js,mjs}', { cwd: join(app.folder, built) })
    const code = scripts.map((file) => readFileSync(join(app.folder, built, file), 'utf8')).join('\n')
    expect(readFileSync(join(app.folder, 'tool.ts'), 'utf8')).toContain(MARKER)
    expect(code.includes(MARKER)).toBe(false)

    const url = await app.serve(serve)
    const missing = await fetch(`${url}/api/missing`)
    expect(await missing.json()).toEqual({
      demo: 'demo needs @sweatpants/demo-model, which could not be loaded; npm i @sweatpants/demo-model',
      openai: '@ai-sdk/openai could not be loaded; run npm install @ai-sdk/openai@latest',
      groq: '@ai-sdk/openai-compatible could not be loaded; run npm install @ai-sdk/openai-compatible@latest',
      postgres: 'a store on Postgres needs the package pg, which could not be loaded; npm install pg',
      chat: 'function',
    })
    const initialized = await fetch(`${url}/api/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify(INITIALIZE),
    })
    expect(await initialized.text()).toContain('"serverInfo":{"name":"bundled"')

    const tab = await browser.newPage()
    const errors: string[] = []
    tab.on('pageerror', (error) => errors.push(error.message))
    await tab.goto(url)
    await tab.getByText('0 messages').waitFor()
    expect(errors).toEqual([])
    await tab.close()
  })
})

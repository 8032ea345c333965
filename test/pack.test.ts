import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from './create-sweatpants/run.ts'
import { createTemporarySchema, startPostgres } from './postgres.ts'
import { installTarballs } from './third-party/tarballs.ts'

// The tarball is published, not the workspace. Only its installation shows a file that was not packed, a dependency that
// was not declared, or an export without a file.

const root = join(import.meta.dirname, '..')

interface Manifest {
  exports: Record<string, { types: string; default: string }>
}

const readManifest = async (path: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(path, 'package.json'), 'utf8'))

const libraries = ['demo-model', 'framework', 'inspector', 'roundtable'] as const

/** Optional peers and types, in the versions of the workspace, that a consumer of every subpath installs. */
const consumerHas = ['vitest', '@types/node', 'pg', 'react', '@types/react']

let folder: string
const specifiers: string[] = []

beforeAll(async () => {
  const { devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const framework = JSON.parse(await readFile(join(root, 'packages/framework/package.json'), 'utf8'))
  const versions = { ...framework.devDependencies, ...devDependencies }
  const installed = await installTarballs(
    [...libraries, 'create-sweatpants'],
    Object.fromEntries(consumerHas.map((name) => [name, versions[name]])),
  )
  folder = await mkdtemp(join(tmpdir(), 'sweatpants-pack-'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  await symlink(join(installed, 'node_modules'), join(folder, 'node_modules'), 'junction')
  for (const name of libraries) {
    const { exports } = await readManifest(join(folder, 'node_modules/@sweatpants', name))
    specifiers.push(...Object.keys(exports).map((subpath) => `@sweatpants/${name}${subpath.slice(1)}`))
  }
}, 180_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs a module in the folder and returns the JSON that it prints. */
async function runModule(source: string, cwd = folder): Promise<unknown> {
  const file = join(cwd, `${Math.random().toString(36).slice(2)}.js`)
  await writeFile(file, source)
  return JSON.parse(await run(process.execPath, [file], cwd))
}

test('every subpath of an installed package has its types, and exports something', async () => {
  for (const name of libraries) {
    const path = join(folder, 'node_modules/@sweatpants', name)
    for (const [subpath, { types }] of Object.entries((await readManifest(path)).exports)) {
      expect(existsSync(join(path, types)), `${name} ${subpath}: ${types}`).toBe(true)
    }
  }
  const names = await runModule(`const names = {}
for (const specifier of ${JSON.stringify(specifiers)}) names[specifier] = Object.keys(await import(specifier))
console.log(JSON.stringify(names))`)
  expect(Object.entries(names as object).filter(([, exported]) => exported.length === 0)).toEqual([])
  expect(names).toMatchObject({ '@sweatpants/framework': expect.arrayContaining(['createMcpTool']) })
})

test('a consumer of every subpath compiles', async () => {
  await writeFile(
    join(folder, 'consumer.ts'),
    `${specifiers.map((specifier, index) => `import * as subpath${index} from '${specifier}'`).join('\n')}
export default [${specifiers.map((_, index) => `subpath${index}`).join(', ')}]
`,
  )
  const compilerOptions = {
    target: 'es2024',
    lib: ['es2024', 'esnext.disposable', 'dom'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    noEmit: true,
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }))
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], folder)
})

test('an installed store on Postgres creates its schema, and an installed demo model answers', async () => {
  // A store reads its schema from a file, which an import does not find missing.
  const postgres = await startPostgres()
  const { schema, drop } = createTemporarySchema(postgres.url)
  try {
    const created = await runModule(`import { createPostgresStore } from '@sweatpants/framework/stores/postgres'
const store = await createPostgresStore(${JSON.stringify({ url: postgres.url, schema })})
console.log(JSON.stringify(await store.log('chat').create('a', { about: null, events: ['one'] })))
await store.close()`)
    expect(created).toEqual({ lsn: 1, repeated: false })
  } finally {
    await drop()
    await postgres.stop()
  }
  expect(await runModule(ASK_DEMO)).toMatchObject({
    model: 'demo',
    content: [{ text: expect.stringContaining('I am a demo model') }],
  })
})

test('the command of an installed package keeps its compiled code for the next start', async () => {
  const command = join(folder, 'node_modules/@sweatpants/framework/bin/sweatpants.js')
  const cache = join(folder, 'node_modules/.cache/sweatpants')
  await rm(cache, { recursive: true, force: true })
  // The test runner has a cache of its own, which would be used instead.
  const { NODE_COMPILE_CACHE: _, ...env } = process.env
  execFileSync(process.execPath, [command, '--version'], { cwd: folder, env })
  expect((await readdir(cache, { recursive: true })).length).toBeGreaterThan(1)
})

const ASK_DEMO = `import { resolveModel } from '@sweatpants/framework/models'
const content = { type: 'text', text: 'hello' }
const answer = async () =>
  (await resolveModel('demo')).answer({ messages: [{ role: 'user', content }] }, { signal: new AbortController().signal })
console.log(JSON.stringify(await answer().catch(({ message }) => ({ message }))))`

test('a package that is not installed is named with the command that installs it', async () => {
  const alone = await mkdtemp(join(tmpdir(), 'sweatpants-alone-'))
  try {
    // The demo model is an optional dependency, which the registry does not have.
    const installed = await installTarballs(['framework'])
    await symlink(join(installed, 'node_modules'), join(alone, 'node_modules'), 'junction')
    await writeFile(join(alone, 'package.json'), JSON.stringify({ type: 'module' }))
    expect(await runModule(ASK_DEMO, alone)).toEqual({
      message: 'demo needs @sweatpants/demo-model, which could not be loaded; npm i @sweatpants/demo-model',
    })
    const messages = await runModule(
      `import { discoverModels, resolveModel } from '@sweatpants/framework/models'
import { createNatsStore } from '@sweatpants/framework/stores/nats'
import { createPostgresStore } from '@sweatpants/framework/stores/postgres'
const env = { OPENAI_API_KEY: 'k', GROQ_API_KEY: 'k', OLLAMA_BASE_URL: 'http://127.0.0.1:9' }
const messageOf = (error) => error.message
const found = (await discoverModels(env)).filter(({ usable }) => usable)
const openai = await resolveModel('openai', { env }).catch(messageOf)
const groq = await resolveModel('groq', { env }).catch(messageOf)
const postgres = await createPostgresStore('postgres://127.0.0.1:9/x').catch(messageOf)
const nats = await createNatsStore('nats://127.0.0.1:9').catch(messageOf)
console.log(JSON.stringify({ found, openai, groq, postgres, nats }))`,
      alone,
    )
    expect(messages).toEqual({
      found: [],
      openai: '@ai-sdk/openai could not be loaded; run npm install @ai-sdk/openai@latest',
      groq: '@ai-sdk/openai-compatible could not be loaded; run npm install @ai-sdk/openai-compatible@latest',
      postgres: 'a store on Postgres needs the package pg, which could not be loaded; npm install pg',
      nats: 'a store on NATS needs two packages, which could not be loaded; npm install @nats-io/transport-node @nats-io/jetstream',
    })
  } finally {
    await rm(alone, { recursive: true, force: true })
  }
})

import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createTemporarySchema, startPostgres } from './postgres.ts'

// The tarball is published, not the workspace. Only its installation shows a file that was not packed, a dependency that
// was not declared, or an export without a file.

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')

interface Manifest {
  name: string
  private?: boolean
  exports: Record<string, { types: string; default: string }>
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
}

async function publishable(): Promise<Manifest[]> {
  // A package is built against the types of those before it.
  const folders = globSync('packages/*/package.json', { cwd: root })
    .toSorted()
    .map((path) => join(root, path, '..'))
  return (await Promise.all(folders.map(readManifest))).filter((manifest) => !manifest.private)
}

/** Runs a program and returns what it printed. Throws with all output if it fails. */
async function output(command: string, args: string[], cwd: string): Promise<string> {
  try {
    return (await run(command, args, { cwd, shell: process.platform === 'win32' && command === 'npm' })).stdout
  } catch (cause) {
    const { stdout, stderr } = cause as { stdout: string; stderr: string }
    throw new Error(`${command} ${args.join(' ')} failed\n${stdout}${stderr}`, { cause })
  }
}

/** Optional peers and ambient types that a consumer installs. */
const consumerHas = ['vitest', '@types/node', 'pg']

test('installed tarballs export typed subpaths, open a store on Postgres, and answer with the demo model', {
  timeout: 180_000,
}, async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'sweatpants-pack-'))
  try {
    const packages = await publishable()
    expect(packages.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        '@sweatpants/demo-model',
        '@sweatpants/framework',
        '@sweatpants/inspector',
        '@sweatpants/roundtable',
      ]),
    )

    const workspaces = packages.map(({ name }) => `--workspace=${name}`)
    await output('npm', ['pack', ...workspaces, `--pack-destination=${scratch}`], root)
    await writeFile(join(scratch, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
    const tarballs = globSync('*.tgz', { cwd: scratch }).map((tarball) => `./${tarball}`)
    expect(tarballs).toHaveLength(packages.length)
    await output('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...tarballs], scratch)
    for (const name of consumerHas) {
      await mkdir(join(scratch, 'node_modules', name, '..'), { recursive: true })
      await symlink(join(root, 'node_modules', name), join(scratch, 'node_modules', name), 'junction')
    }

    const specifiers: string[] = []
    for (const { name } of packages) {
      const folder = join(scratch, 'node_modules', name)
      for (const [subpath, target] of Object.entries((await readManifest(folder)).exports)) {
        expect(existsSync(join(folder, target.types)), `${name} ${subpath}: ${target.types}`).toBe(true)
        specifiers.push(name + subpath.slice(1))
      }
    }

    await writeFile(
      join(scratch, 'import-all.js'),
      `const names = {}
for (const specifier of ${JSON.stringify(specifiers)}) names[specifier] = Object.keys(await import(specifier))
console.log(JSON.stringify(names))`,
    )
    const names: Record<string, string[]> = JSON.parse(await output(process.execPath, ['import-all.js'], scratch))
    for (const specifier of specifiers) expect(names[specifier], specifier).not.toEqual([])
    expect(names['@sweatpants/framework']).toContain('createMcpTool')

    // A store reads its schema from a file, which an import does not find missing.
    const postgres = await startPostgres()
    const { schema, drop } = createTemporarySchema(postgres.url)
    await writeFile(
      join(scratch, 'open-store.js'),
      `import { createPostgresStore } from '@sweatpants/framework/stores/postgres'
const store = await createPostgresStore(${JSON.stringify({ url: postgres.url, schema })})
console.log(JSON.stringify(await store.log('chat').create('a', { about: null, events: ['one'] })))
await store.close()`,
    )
    try {
      const created = await output(process.execPath, ['open-store.js'], scratch)
      expect(JSON.parse(created)).toEqual({ lsn: 1, repeated: false })
    } finally {
      await drop()
      await postgres.stop()
    }

    await writeFile(
      join(scratch, 'consumer.ts'),
      `import { createMcpTool } from '@sweatpants/framework'
${specifiers.map((specifier, index) => `import * as subpath${index} from '${specifier}'`).join('\n')}
export default [createMcpTool, ${specifiers.map((_, index) => `subpath${index}`).join(', ')}]
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
    await writeFile(join(scratch, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }))
    await output(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], scratch)

    await writeFile(
      join(scratch, 'ask-demo.js'),
      `import { resolveModel } from '@sweatpants/framework/models'
const content = { type: 'text', text: 'hello' }
const answer = async () =>
  (await resolveModel('demo')).answer({ messages: [{ role: 'user', content }] }, { signal: new AbortController().signal })
console.log(JSON.stringify(await answer().catch(({ message }) => ({ message }))))`,
    )
    const answer = JSON.parse(await output(process.execPath, ['ask-demo.js'], scratch))
    expect(answer).toMatchObject({ model: 'demo', content: [{ text: expect.stringContaining('I am a demo model') }] })
    await rm(join(scratch, 'node_modules/@sweatpants/demo-model'), { recursive: true })
    expect(JSON.parse(await output(process.execPath, ['ask-demo.js'], scratch))).toEqual({
      message: 'demo needs @sweatpants/demo-model, which could not be loaded; npm i @sweatpants/demo-model',
    })
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
})

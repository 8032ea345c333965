import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROVIDERS } from '@sweatpants/framework/models'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

const manifest: {
  exports: Record<string, unknown>
  peerDependencies: Record<string, string>
  peerDependenciesMeta: Record<string, { optional: boolean }>
  devDependencies: Record<string, string>
} = JSON.parse(read('packages/framework/package.json'))

test.each(PROVIDERS)('the package of the provider $name is an optional peer and a dev dependency', (provider) => {
  const { package: name } = provider
  expect(manifest.peerDependencies).toHaveProperty([name])
  expect(manifest.peerDependenciesMeta[name]).toEqual({ optional: true })
  expect(manifest.devDependencies).toHaveProperty([name])
})

test('every peer of the framework is optional and takes any version, so that npm installs it beside all of them', () => {
  const { peerDependencies, peerDependenciesMeta } = manifest
  expect(Object.entries(peerDependencies).filter(([, range]) => range !== '*')).toEqual([])
  expect(Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true)).toEqual([])
})

test.each(PROVIDERS)('AI Roundtable brings the package of the provider $name', (provider) => {
  expect(JSON.parse(read('packages/roundtable/package.json')).dependencies).toHaveProperty([provider.package])
})

test.each(PROVIDERS)('docs/models.md has the package and the variables of the provider $name', (provider) => {
  const { name, package: from, keys = [], baseUrl } = provider
  const cells = [`\`${name}\``, `\`${from}\``, keys.map((key) => `\`${key}\``).join(', '), `\`${baseUrl}\``]
  expect(read('docs/models.md')).toContain(`| ${cells.join(' | ')}`.replaceAll('|  |', '| |'))
})

test('no file lists the keys of providers beside their own files and docs/models.md', () => {
  const keys = PROVIDERS.flatMap(({ keys }) => keys?.[0] ?? [])
  const files = globSync(['*.{md,txt}', '{packages,apps,examples,docs}/**/*.{md,ts,tsx}'], {
    cwd: root,
    exclude: ['**/node_modules', '**/dist', '**/fixtures', 'docs/api'],
  })
  const lists = files
    .filter((file) => !/\.test\.tsx?$|^docs\/models\.md$/.test(file))
    .filter((file) => keys.filter((key) => read(file).includes(key)).length > 1)
  expect(files.length).toBeGreaterThan(500)
  expect(lists).toEqual([])
})

const stores = Object.keys(manifest.exports).flatMap((subpath) => /^\.\/stores\/(.+)$/.exec(subpath)?.[1] ?? [])

test.each(stores)('openStore and docs/chat.md have the store %s', (name) => {
  expect(read('packages/framework/src/cli/open-store.ts')).toContain(`import('../stores/${name}.ts')`)
  expect(read('docs/chat.md')).toContain(`create${name[0]!.toUpperCase()}${name.slice(1)}Store(`)
})

import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Offer } from '../mcp/core/catalog.ts'
import type { McpPrompt } from '../mcp/core/prompt.ts'
import type { McpResource } from '../mcp/core/resource.ts'
import type { McpSkill } from '../mcp/core/skill.ts'
import { messageOf } from '../tools/describe.ts'
import { isObject } from '../tools/json.ts'
import type { McpTool } from '../tools/tool.ts'
import { mergeVersions } from '../tools/tool-versions.ts'
import { toUsageError, UsageError } from './args.ts'

export type ImportModule = (url: string) => Promise<Record<string, unknown>>

/** Collects every tool, prompt, resource and skill that the modules export, alone or in arrays; each once. */
export async function loadOffer(
  modules: readonly string[],
  importModule: ImportModule = importOnce,
): Promise<Required<Offer>> {
  const loaded: [string, Record<string, unknown>][] = []
  for (const module of modules) loaded.push([module, await load(module, importModule)])
  return toOffer(loaded)
}

/** The offer of modules that are loaded already, each with its name for errors. */
export function toOffer(modules: readonly [name: string, exported: Record<string, unknown>][]): Required<Offer> {
  const found = new Set<unknown>()
  for (const [module, exported] of modules) {
    const offered = Object.values(exported).flat().filter(isOffered)
    if (offered.length === 0) throw new UsageError(`${module} ${describeEmpty(exported)}`)
    for (const item of offered) found.add(item)
  }
  const offer = [...found]
  return {
    tools: merge(offer.filter(isTool)),
    prompts: offer.filter(isPrompt),
    resources: offer.filter(isResource),
    skills: offer.filter(isSkill),
  }
}

function merge(tools: readonly McpTool[]): McpTool[] {
  try {
    return mergeVersions(tools)
  } catch (cause) {
    throw toUsageError(cause)
  }
}

const importOnce: ImportModule = (url) => import(url)

async function load(module: string, importModule: ImportModule): Promise<Record<string, unknown>> {
  const path = resolve(module)
  if (!existsSync(path)) throw new UsageError(`there is no module ${module} (looked for ${path})`)
  if (isFolder(path)) throw new UsageError(`${module} is a folder; name its modules: ${findIn(module).join(' ')}`)
  try {
    return await importModule(pathToFileURL(path).href)
  } catch (cause) {
    throw new UsageError(`${module} could not be loaded: ${messageOf(cause)}${placeOf(cause)}`, { cause })
  }
}

/** ` (tools.ts:3)`: where the first file of the user in the stack is, which a module may have imported. Empty without one. */
function placeOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  // Above its stack, a mistake in the syntax has its file: a URL, or a path if Node guessed the kind of the module.
  const [, file = '', line] = /^(.+):(\d+)\n/.exec(stack) ?? []
  if (isAbsolute(file)) return ` (${relative('', file)}:${line})`
  for (const [, url, line] of stack.matchAll(/(file:\/\/[^\s?]+?)(?:\?[^\s:)]*)?:(\d+)/g)) {
    if (!url!.startsWith(OWN) && !url!.includes('/node_modules/'))
      return ` (${relative('', fileURLToPath(url!))}:${line})`
  }
  return ''
}

/** The folder of the framework, where errors of the builder begin. */
const OWN = new URL('../..', import.meta.url).href

function describeEmpty(exported: Record<string, unknown>): string {
  const names = Object.keys(exported)
  const unbuilt = names.find((name) => typeof (exported[name] as { build?: unknown } | undefined)?.build === 'function')
  if (unbuilt !== undefined) return `exports ${unbuilt}, which is not a tool yet: end it with .build()`
  return `exports ${names.length === 0 ? 'nothing' : names.join(', ')}, but no tool, prompt or resource`
}

// By their shape, not by their class: a module may import another copy of the framework.
const isTool = (value: unknown): value is McpTool =>
  isObject(value) &&
  typeof value.name === 'string' &&
  typeof value.execute === 'function' &&
  isObject(value.questions) &&
  isObject(value.requires)

const isPrompt = (value: unknown): value is McpPrompt =>
  isObject(value) && typeof value.name === 'string' && isTool(value.tool) && isObject(value.arguments)

const isResource = (value: unknown): value is McpResource =>
  isObject(value) &&
  typeof value.name === 'string' &&
  typeof value.read === 'function' &&
  (typeof value.uri === 'string' || typeof value.uriTemplate === 'string')

const isSkill = (value: unknown): value is McpSkill =>
  isObject(value) && isObject(value.frontmatter) && Array.isArray(value.files)

const isOffered = (value: unknown): boolean => isTool(value) || isPrompt(value) || isResource(value) || isSkill(value)

const SOURCE = '**/*.{ts,mts,js,mjs}'
const LEFT_OUT = /(^|[\\/])(node_modules|dist|\.[^\\/]+)([\\/]|$)|\.(test|spec|d)\.[mc]?[tj]s$/

/**
 * Replaces each folder by its modules that create tools; throws if it has none. Other modules are not imported, because they
 * may have side effects.
 */
export const findModules = (paths: readonly string[]): string[] =>
  paths.flatMap((path) => (isFolder(path) ? findIn(path) : path))

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

function findIn(folder: string): string[] {
  const found = globSync(SOURCE, { cwd: folder, exclude: (path) => LEFT_OUT.test(path) })
    .filter((path) => !LEFT_OUT.test(path))
    .map((path) => join(folder, path))
    // A folder may be named like a file, as those of some packages are.
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
    .filter((path) => /\bcreate(Mcp)?Tool\s*\(/.test(readFileSync(path, 'utf8')))
  if (found.length > 0) return found.sort()
  throw new UsageError(`${folder} has no module that creates a tool; name one, like ./tools.ts`)
}

/** `2 tools (greet, book), 1 prompt (tour)`. */
export function describeOffer({ tools, prompts, resources, skills }: Required<Offer>): string {
  const named = skills.map(({ frontmatter }) => frontmatter)
  const kinds = [count('tool', tools), count('prompt', prompts), count('resource', resources), count('skill', named)]
  return kinds.filter((kind) => kind !== '').join(', ')
}

function count(kind: string, items: readonly { name: string }[]): string {
  if (items.length === 0) return ''
  return `${items.length} ${kind}${items.length === 1 ? '' : 's'} (${items.map(({ name }) => name).join(', ')})`
}

/** The name and version of a server for this module: those of its package, if it is in one. */
export function identify(module: string): { name: string; version: string } {
  const manifest = findManifest(module)
  const { name, version } = manifest === undefined ? {} : JSON.parse(readFileSync(manifest, 'utf8'))
  return {
    name: typeof name === 'string' ? name : 'sweatpants',
    version: typeof version === 'string' ? version : '0.0.0',
  }
}

/** The `package.json` of the package that a module is in, or `undefined`. */
export function findManifest(path: string): string | undefined {
  const folder = dirname(resolve(path))
  const manifest = join(folder, 'package.json')
  if (existsSync(manifest)) return manifest
  return dirname(folder) === folder ? undefined : findManifest(folder)
}

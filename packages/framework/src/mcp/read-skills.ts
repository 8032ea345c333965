import { ToolDefinitionError } from '../tools/errors.ts'
import { isObject } from '../tools/json.ts'
import type { McpSkill } from './core/skill.ts'

/**
 * Reads skills for `serveMcp({ skills })`: each folder in this one that has a `SKILL.md`, with all its files.
 *
 * ```ts
 * export const skills = await readSkills(new URL('./skills', import.meta.url))
 * ```
 */
export async function readSkills(folder: string | URL): Promise<McpSkill[]> {
  // Loaded here, because other runtimes serve without files.
  const { readdir } = await import('node:fs/promises')
  const { join } = await import('node:path')
  const { fileURLToPath } = await import('node:url')
  const root = typeof folder === 'string' ? folder : fileURLToPath(folder)
  const entries = await readdir(root, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(root, name))
  return Promise.all(folders.sort().map(readSkill))
}

async function readSkill(folder: string): Promise<McpSkill> {
  const { readdir, readFile } = await import('node:fs/promises')
  const { join, sep } = await import('node:path')
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  // A link could lead out of the folder, so only files are read.
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files = await Promise.all(
    paths.sort().map(async (path) => ({
      path: path.slice(folder.length + 1).replaceAll(sep, '/'),
      bytes: new Uint8Array(await readFile(path)),
    })),
  )
  const main = files.find(({ path }) => path === 'SKILL.md')
  if (main === undefined) throw new ToolDefinitionError(`${folder} is not a skill: it has no SKILL.md`)
  return { frontmatter: await readFrontmatter(folder, new TextDecoder().decode(main.bytes)), files }
}

async function readFrontmatter(folder: string, text: string): Promise<McpSkill['frontmatter']> {
  const [, yaml] = /^---\r?\n([\s\S]*?)\r?\n---(\r?\n|$)/.exec(text) ?? []
  if (yaml === undefined)
    throw new ToolDefinitionError(`${folder}/SKILL.md does not begin with YAML between two lines of ---`)
  const { parse } = await import('yaml')
  const parsed: unknown = parse(yaml)
  if (isObject(parsed) && typeof parsed.name === 'string' && typeof parsed.description === 'string')
    return parsed as McpSkill['frontmatter']
  throw new ToolDefinitionError(`${folder}/SKILL.md needs a name and a description between its two lines of ---`)
}

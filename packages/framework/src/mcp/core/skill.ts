/** Skills that a server offers (the extension `io.modelcontextprotocol/skills`, SEP-2640): instructions for a model, and files. */
import { nodeCrypto } from '../../keys/node-crypto.ts'
import { ToolDefinitionError } from '../../tools/errors.ts'
import type { Json } from '../../tools/json.ts'
import { invalidParams } from './errors.ts'
import { indexBy } from './index-by.ts'
import type { FixedResource } from './resource.ts'

export const SKILLS_EXTENSION = 'io.modelcontextprotocol/skills'

/** A file of a skill; its path is relative to the folder of the skill, with slashes. */
export interface SkillFile {
  path: string
  bytes: Uint8Array
}

/** Instructions for a model, with the files that they refer to. See `readSkills`. */
export interface McpSkill {
  /** The front matter of `SKILL.md`, as JSON. */
  readonly frontmatter: Readonly<{ name: string; description: string; [field: string]: Json }>
  readonly files: readonly SkillFile[]
}

interface SkillEntry {
  uri: string
  frontmatter: McpSkill['frontmatter']
  resources: { uri: string; digest: string; size: number }[]
}

const NAME = /^(?!.*--)[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$/
const MAX_FILES = 512
const MAX_BYTES = 16 * 1024 * 1024
const DIRECTORY = 'inode/directory'

/** The skills of an offer, with the listings that clients see. Throws a `ToolDefinitionError` for a skill that cannot be served. */
export class Skills {
  readonly entries: readonly SkillEntry[]
  /** The files, which clients read as resources. */
  readonly resources: readonly FixedResource[]

  constructor(skills: readonly McpSkill[]) {
    for (const skill of skills) {
      const problem = problemOf(skill)
      if (problem !== undefined) throw new ToolDefinitionError(`the skill "${skill.frontmatter.name}" ${problem}`)
    }
    indexBy(skills, ({ frontmatter }) => frontmatter.name, 'skills are named')
    this.entries = skills.map(toEntry)
    this.resources = skills.flatMap(toResources)
  }

  get(uri: unknown): SkillEntry {
    const entry = this.entries.find((skill) => skill.uri === uri)
    if (entry !== undefined) return entry
    throw invalidParams(`there is no skill ${JSON.stringify(uri)}`)
  }

  /** Returns the files and folders directly in a folder of a skill. */
  list(uri: unknown): object[] {
    const folder = typeof uri === 'string' ? `${uri.replace(/\/$/, '')}/` : ''
    const inside = this.resources.filter((resource) => folder !== '' && resource.uri.startsWith(folder))
    if (inside.length === 0) {
      throw invalidParams(`${JSON.stringify(uri)} is not a folder of a skill`)
    }
    const names = [...new Set(inside.map((resource) => resource.uri.slice(folder.length).split('/', 1)[0]!))]
    return names.map((name) => {
      const file = inside.find((resource) => resource.uri === folder + name)
      if (file === undefined) return { uri: folder + name, name, mimeType: DIRECTORY }
      const { read: _, ...listed } = file
      return listed
    })
  }
}

/** Returns why a skill cannot be served, or `undefined`. */
export function problemOf({ frontmatter: { name, description }, files }: McpSkill): string | undefined {
  if (!NAME.test(name)) return 'has a name that is not 1 to 64 small letters, digits and single hyphens'
  if (typeof description !== 'string' || description === '') return 'has no description'
  if (!files.some(({ path }) => path === 'SKILL.md')) return 'has no SKILL.md'
  if (files.length > MAX_FILES) return `has more than ${MAX_FILES} files`
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  return size > MAX_BYTES ? 'is larger than 16 MiB' : undefined
}

const toUri = (name: string, path: string): string =>
  `skill://${name}/${path.split('/').map(encodeURIComponent).join('/')}`

function toEntry({ frontmatter, files }: McpSkill): SkillEntry {
  const { name } = frontmatter
  const resources = files.map(({ path, bytes }) => ({
    uri: toUri(name, path),
    digest: `sha256:${nodeCrypto().createHash('sha256').update(bytes).digest('hex')}`,
    size: bytes.length,
  }))
  return { uri: toUri(name, 'SKILL.md'), frontmatter, resources }
}

/** Texts are read as texts: what is not UTF-8 is sent as bytes. */
function toResources({ frontmatter: { name, description }, files }: McpSkill): FixedResource[] {
  return files.map(({ path, bytes }) => {
    const text = toText(bytes)
    const isMarkdown = path.endsWith('.md')
    return {
      uri: toUri(name, path),
      name: path === 'SKILL.md' ? name : `${name}/${path}`,
      ...(path === 'SKILL.md' && { description }),
      mimeType: text === undefined ? 'application/octet-stream' : isMarkdown ? 'text/markdown' : 'text/plain',
      size: bytes.length,
      read: () => text ?? bytes,
    }
  })
}

function toText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

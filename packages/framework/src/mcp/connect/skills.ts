import type { Client } from '@modelcontextprotocol/client'
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills'
import type { HostedSkill } from './connect-mcp.ts'
import { toPlainText } from './limits.ts'

const MAX_NAME = 100

/** Lists the skills of a server; none if it does not have the extension. */
export async function listSkills(client: Client, maxDescription: number): Promise<HostedSkill[]> {
  const skills = new SkillsClient(client, { skipInvalid: true })
  if (!skills.supported) return []
  const { skills: listed } = await skills.list()
  return listed.map((skill) => ({
    uri: skill.uri,
    frontmatter: skill.frontmatter as HostedSkill['frontmatter'],
    files: pathsOf(skill),
    name: toPlainText(String(skill.frontmatter.name ?? ''), MAX_NAME),
    description: toPlainText(String(skill.frontmatter.description ?? ''), maxDescription),
    read: async (file) => (await skills.read(skill, file)).bytes,
  }))
}

/** Returns the paths of its files, relative to the folder of its instructions; only these if the server does not list the others. */
function pathsOf({ uri, resources }: { uri: string; resources: 'dynamic' | readonly { uri: string }[] }): string[] {
  if (resources === 'dynamic') return ['SKILL.md']
  const folder = uri.slice(0, uri.lastIndexOf('/') + 1)
  const inside = resources.filter((file) => file.uri.startsWith(folder))
  return inside.map((file) => decode(file.uri.slice(folder.length)))
}

/** A file may have a name that is no valid escape, such as `100%.md`. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

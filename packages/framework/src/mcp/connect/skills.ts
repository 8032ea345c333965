import type { Client } from '@modelcontextprotocol/client'
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills'
import { toPlainText } from './limits.ts'

/** A skill of a server: instructions for a model, and files that they refer to. */
export interface HostedSkill {
  readonly uri: string
  readonly name: string
  readonly description: string
  /**
   * Reads a file of the skill, by default its instructions. Nothing is read before. Rejects if the file is not the one that
   * the server listed: by size, digest or front matter.
   */
  read(file?: string): Promise<Uint8Array>
}

const MAX_NAME = 100

/** Lists the skills of a server; none if it does not have the extension. */
export async function listSkills(client: Client, maxDescription: number): Promise<HostedSkill[]> {
  const skills = new SkillsClient(client, { skipInvalid: true })
  if (!skills.supported) return []
  const { skills: listed } = await skills.list()
  return listed.map((skill) => ({
    uri: skill.uri,
    name: toPlainText(String(skill.frontmatter.name ?? ''), MAX_NAME),
    description: toPlainText(String(skill.frontmatter.description ?? ''), maxDescription),
    read: async (file) => (await skills.read(skill, file)).bytes,
  }))
}

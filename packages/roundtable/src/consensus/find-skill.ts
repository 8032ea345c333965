import { SKILLS } from './skill-table.ts'

/** Parts of a model's name that say nothing about its skill: who serves it, when it was released, how it is packed. */
const NOISE = [/^(?:meta|c4ai)-/, /-(?:latest|preview|beta|exp)$/, /-(?:instruct|it|hf)$/, /-(?:turbo|fp8|tput)$/]
const DATE = /-(?:20\d{2}-?\d{2}-?\d{2}|\d{4}|\d{3}|v0\.\d)$/

/** Returns a model's name as the table has it: without its provider, release date and packing. */
export function toSkillName(model: string): string {
  let name = model.trim().toLowerCase().split('/').at(-1)!.replaceAll(':', '-').replaceAll('_', '.')
  for (let before = ''; before !== name; ) {
    before = name
    for (const part of [...NOISE, DATE]) name = name.replace(part, '')
  }
  return name
}

/** Returns the accuracy of a model in the table, or in `own`, which is looked at first; `undefined` if it is unknown. */
export function findSkill(model: string, own: Readonly<Record<string, number>> = {}): number | undefined {
  return own[model] ?? SKILLS[toSkillName(model)]
}

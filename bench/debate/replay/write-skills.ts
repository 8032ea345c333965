import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toSkillName } from '../../../packages/roundtable/src/consensus/weigh.ts'
import { DATA, readDatasets } from './dataset.ts'
import { accuracyOf } from './replay.ts'

/** Writes the skill table of the product from the recorded answers. */
export function writeSkills(): void {
  // Newer measurements of a model replace older ones, so the datasets are read in their order.
  const skills = new Map<string, number>()
  for (const dataset of readDatasets(DATA).sort((a, b) => a.name.length - b.name.length)) {
    const accuracies = accuracyOf(dataset, dataset.questions)
    for (const [i, model] of dataset.models.entries()) skills.set(toSkillName(model), accuracies[i]!)
  }
  const rows = [...skills]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, share]) => `  '${name}': ${share.toFixed(3)},`)

  writeFileSync(
    join(import.meta.dirname, '../../../packages/roundtable/src/consensus/skill-table.ts'),
    `/**
 * How often models chose the right one of up to ten answers (MMLU-Pro): github.com/TIGER-AI-Lab/MMLU-Pro (Apache-2.0), and for
 * models of 2024 and 2025 github.com/Linwei94/LLM-Calibration-Study (MIT), as of 2026-11-15. Written by
 * \`npm run bench:debate -- --skills\` from the recorded answers in bench/debate/data. Only differences between models count, so
 * another public average serves as well. To add a model, pass \`settings: { skills }\` to \`createRoundtable\`, or add its answers
 * to the data.
 */
export const SKILLS: Readonly<Record<string, number>> = {
${rows.join('\n')}
}
`,
  )
  console.log(`Wrote the accuracy of ${skills.size} models.`)
}

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { evaluate } from './evaluate.ts'
import { hold } from './hold.ts'
import { plotAccuracy, plotCalibration, plotCoverage } from './plots.ts'
import { REGIMES, SEED } from './regimes.ts'
import { DATA, type Dataset, readDatasets } from './replay/dataset.ts'
import { accuracyOf, replay } from './replay/replay.ts'
import { toTargets } from './replay/targets.ts'
import { measureRecord } from './replay/track-record.ts'
import { fitConstants, measureTransfer } from './replay/transfer.ts'
import { writeSkills } from './replay/write-skills.ts'
import { type Replayed, writeReport } from './report.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    data: { type: 'string' },
    json: { type: 'boolean', default: false },
    skills: { type: 'boolean', default: false },
    fit: { type: 'boolean', default: false },
  },
})

/** Every how many questions one is scored, and how many panels are drawn. */
const effort = values.quick ? { every: 10, panels: 20, debates: 100 } : { every: 2, panels: 100, debates: 500 }

if (values.skills) writeSkills()
else if (values.fit) for (const dataset of readDatasets(DATA)) console.log(dataset.name, fitConstants(toPast(dataset)))
else {
  const replayed = readDatasets(values.data ?? DATA).map(measure)
  const targets = replayed.flatMap(({ name, scores }) => toTargets(name, scores, name.includes('2025')))
  if (values.json) console.log(JSON.stringify({ replayed, targets }, undefined, 2))
  else if (values.data !== undefined) console.log(writeReport({ replayed, held: [], evaluations: [], targets }))
  else await report(replayed, targets)
}

async function report(replayed: Replayed[], targets: ReturnType<typeof toTargets>): Promise<void> {
  const held = await hold(REGIMES, SEED, effort.debates)
  const evaluations = held.map(evaluate)
  const text = writeReport({ replayed, held, evaluations, targets })
  console.log(text)
  if (values.quick) return console.log('DEBATE.md is left as it was: it takes a whole run, without --quick.')
  writeFileSync(join(import.meta.dirname, '../DEBATE.md'), text)
  const known = replayed.map(({ name, scores }) => ({
    name,
    score: scores.find(({ rule, kind }) => rule === '50 outcomes' && kind === 'random')!,
    majority: scores.find(({ rule, kind }) => rule === 'majority' && kind === 'random')!,
  }))
  const plots = {
    accuracy: plotAccuracy(evaluations),
    calibration: plotCalibration(known.map(({ name, score }) => ({ name, bins: score.bins, error: score.ece.pooled }))),
    coverage: plotCoverage(
      known.flatMap(({ name, score, majority }, i) => [
        { name: `${name}, 50 outcomes`, colour: ['#1a7f37', '#0969da'][i % 2]!, points: score.coverage.curve },
        { name: `${name}, majority`, colour: ['#94d3a2', '#9ac4f5'][i % 2]!, points: majority.coverage.curve },
      ]),
    ),
  }
  for (const [name, plot] of Object.entries(plots))
    writeFileSync(join(import.meta.dirname, 'plots', `${name}.svg`), plot)
}

/**
 * Scores a dataset. What is known of its models comes from the recorded answers of the repository: from all of them if other
 * questions are scored, and from every other one if they are scored themselves.
 */
function measure(dataset: Dataset): Replayed {
  const past = toPast(dataset)
  const isPast = new Set(past.questions.map(({ id }) => id))
  const questions = dataset.questions.filter(({ id }) => !isPast.has(id)).filter((_, i) => i % effort.every === 0)
  const scored = { ...dataset, questions }
  return {
    name: dataset.name,
    models: dataset.models.length,
    questions: questions.length,
    scores: replay({ dataset: scored, past, panels: effort.panels }),
    transfers: measureTransfer(scored, past, Math.ceil(effort.panels / 4)),
    record: measureRecord(scored, past, effort.panels),
  }
}

function toPast(dataset: Dataset) {
  const known = readDatasets(DATA).find(({ models }) => models.join() === dataset.models.join()) ?? dataset
  const isScored = new Set(dataset.questions.map(({ id }) => id))
  const others = known.questions.filter(({ id }) => !isScored.has(id))
  const questions = others.length > 0 ? others : known.questions.filter((_, i) => i % 2 === 0)
  return { dataset: known, questions, table: accuracyOf(known, questions) }
}

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { evaluate } from './evaluate.ts'
import { hold } from './hold.ts'
import { plotAccuracy, plotCalibration, plotCoverage } from './plots.ts'
import { REGIMES, SEED } from './regimes.ts'
import { InputError, readDatasets, readRecorded } from './replay/dataset.ts'
import { type Split, splitDataset } from './replay/past.ts'
import { protocolOf } from './replay/protocols.ts'
import { replay } from './replay/replay.ts'
import { toTargets } from './replay/targets.ts'
import { measureRecord } from './replay/track-record.ts'
import { fitConstants, measureTransfer } from './replay/transfer.ts'
import { writeSkills } from './replay/write-skills.ts'
import { type Replayed, writeReport } from './report.ts'

const HELP = `Replays recorded answers of real models, and compares what the rule of the roundtable gains with the targets.

npm run bench:debate                       replays the answers in bench/debate/data, holds simulated debates, and writes
                                           bench/DEBATE.md and its plots
npm run bench:debate -- --data <folder>    replays the answers in a folder, and prints the report

  --data <folder>  a folder with files of the form that bench/debate/data/README.md describes
  --json           prints scores and targets as JSON; use npm run --silent, so that npm prints nothing else
  --quick          scores every tenth question with 20 panels of each kind or fewer, to see that it runs; writes no file
  --fit            prints constants fitted on the past questions of each dataset
  --skills         writes the skill table of the product from bench/debate/data

The folder may hold one dataset or several, with or without stated confidences. If bench/debate/data has answers of the same
models to other questions of the same subjects, these are the past questions that outcomes and agreement are drawn from, and
all questions of the folder are scored. Otherwise every other question of the folder is a past question.`

/** Every how many questions one is scored, and how many random panels are drawn. */
const EFFORT = { quick: { every: 10, panels: 20, debates: 100 }, whole: { every: 1, panels: 3_000, debates: 500 } }

try {
  await run(readOptions())
} catch (error) {
  if (!(error instanceof InputError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        data: { type: 'string' },
        json: { type: 'boolean', default: false },
        skills: { type: 'boolean', default: false },
        fit: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values
  } catch (cause) {
    throw new InputError(`${(cause as Error).message}; --help lists the options`, { cause })
  }
}

async function run({ help, skills, fit, quick, data, json }: ReturnType<typeof readOptions>): Promise<void> {
  if (help) return console.log(HELP)
  if (skills) return writeSkills()
  const datasets = data === undefined ? readRecorded() : readDatasets(data)
  const splits = datasets.map(splitDataset)
  if (fit) {
    for (const { scored, past } of splits) console.log(scored.name, fitConstants(past))
    return
  }
  const effort = quick ? EFFORT.quick : EFFORT.whole
  const replayed = splits.map((split) => measure(split, effort))
  const targets = replayed.flatMap(({ name, scores }, i) =>
    toTargets(name, scores, protocolOf(splits[i]!.past.dataset.name)),
  )
  if (json) return console.log(JSON.stringify({ replayed, targets }, undefined, 2))
  if (data !== undefined) return console.log(writeReport({ replayed, targets }))
  await report({ replayed, targets, effort })
}

interface Reported {
  replayed: Replayed[]
  targets: ReturnType<typeof toTargets>
  effort: (typeof EFFORT)[keyof typeof EFFORT]
}

async function report({ replayed, targets, effort }: Reported): Promise<void> {
  const held = await hold(REGIMES, SEED, effort.debates)
  const evaluations = held.map(evaluate)
  const text = writeReport({ replayed, targets, simulated: { held, evaluations } })
  console.log(text)
  if (effort === EFFORT.quick) return console.log('DEBATE.md is left as it was: it takes a whole run, without --quick.')
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

function measure({ scored, past, origin }: Split, { every, panels }: Reported['effort']): Replayed {
  const dataset = { ...scored, questions: scored.questions.filter((_, i) => i % every === 0) }
  return {
    name: dataset.name,
    models: dataset.models.length,
    questions: dataset.questions.length,
    past: origin,
    panels,
    scores: replay({ dataset, past, panels }),
    transfers: measureTransfer(dataset, past, panels / 4),
    record: measureRecord(dataset, past, panels / 2),
  }
}

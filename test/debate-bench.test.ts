import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ARMS } from '../bench/debate/arms.ts'
import { brierScore, calibrationError, createPool, mean, rightAt } from '../bench/debate/metrics.ts'
import { quantile } from '../bench/debate/normal.ts'
import { createRandom } from '../bench/debate/random.ts'
import { REGIMES } from '../bench/debate/regimes.ts'
import { toCases } from '../bench/debate/replay/cases.ts'
import { type Dataset, readDatasets, readRecorded } from '../bench/debate/replay/dataset.ts'
import { drawPanels } from '../bench/debate/replay/panels.ts'
import { pickModels, type Split, splitDataset } from '../bench/debate/replay/past.ts'
import { protocolOf } from '../bench/debate/replay/protocols.ts'
import { accuracyOf, replay, type Score } from '../bench/debate/replay/replay.ts'
import { fitConstants } from '../bench/debate/replay/transfer.ts'
import { holdDebates } from '../bench/debate/worker.ts'
import { FREE_CHOICES, findSkill } from '../packages/roundtable/src/consensus/weigh.ts'

const named = (kind: string) => REGIMES.find((regime) => regime.kind === kind)!

const hold = (kind: string, count: number) => holdDebates({ regime: named(kind), seed: 7, from: 0, to: count })

/** Writes files into a new folder. */
function writeFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'answers-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

const bench = (...args: readonly string[]) =>
  spawnSync(
    process.execPath,
    ['--conditions=@sweatpants/source', join(import.meta.dirname, '../bench/debate/run.ts'), ...args],
    { encoding: 'utf8' },
  )

const every = <T>(all: readonly T[], step: number): T[] => all.filter((_, i) => i % step === 0)

const random = (scores: readonly Score[]) =>
  Object.fromEntries(scores.filter(({ kind }) => kind === 'random').map((score) => [score.rule, score]))

test('on recorded answers, the rule beats the majority once it knows the skill of the seats', () => {
  for (const { scored, past } of readRecorded().map(splitDataset)) {
    const dataset = { ...scored, questions: every(scored.questions, 10) }
    const rules = { 'nothing known': {}, '50 outcomes': { outcomes: 50 } }
    const scores = random(replay({ dataset, past, panels: 20, kinds: ['random'], rules }))
    expect(Math.abs(scores['nothing known']!.majority.mean)).toBeLessThan(0.005)
    expect(scores['50 outcomes']!.majority.mean).toBeGreaterThan(0.02)
    expect(scores['50 outcomes']!.ece.pooled).toBeLessThan(0.06)
  }
})

test('cases hold the answers of a panel as they are, and score like them', () => {
  const [dataset] = readRecorded()
  const questions = every(dataset!.questions, 50)
  const seats = [3, 0, 7, 12]
  const accuracies = seats.map((seat) => accuracyOf(dataset!, questions)[seat]!)
  const cases = toCases(questions, seats)
  expect(cases.reduce((sum, { count }) => sum + count, 0)).toBe(questions.length)
  expect(cases.length).toBeLessThan(questions.length)
  for (const [i, accuracy] of accuracies.entries()) {
    const right = cases.reduce((sum, one) => sum + (one.right[one.answers[i] ?? -1] ?? 0), 0)
    expect(right / questions.length).toBeCloseTo(accuracy)
  }
})

test('forecasts of many panels are scored as they are, and take little memory', () => {
  const random = createRandom('forecasts')
  const panels = Array.from({ length: 200 }, () =>
    Array.from({ length: 100 }, () => {
      const stated = random.uniform()
      const count = 1 + random.below(9)
      return {
        stated,
        count,
        right: Array.from({ length: count }, () => random.uniform() < stated).filter(Boolean).length,
      }
    }),
  )
  const pool = createPool()
  for (const forecasts of panels) pool.add(forecasts)
  const [all, pooled] = [panels.flat(), pool.list()]
  expect(pooled.length).toBeLessThanOrEqual(10_000)
  expect(calibrationError(pooled)).toBeCloseTo(calibrationError(all), 10)
  expect(brierScore(pooled)).toBeCloseTo(brierScore(all), 6)
  expect(rightAt(pooled, [0.5])[0]).toBeCloseTo(rightAt(all, [0.5])[0]!, 3)
})

test('random panels draw models of 2023 evenly, and families of 2025 first', () => {
  for (const dataset of readRecorded()) {
    const panels = drawPanels(dataset, accuracyOf(dataset, dataset.questions), 1000, protocolOf(dataset.name))
    const drawn = panels.filter(({ kind }) => kind === 'random')
    expect([3, 4, 5, 6, 7].map((size) => drawn.filter(({ seats }) => seats.length === size).length)).toEqual(
      Array(5).fill(200),
    )
    expect(drawn.every(({ seats }) => new Set(seats).size === seats.length)).toBe(true)
    const first = drawn.map(({ seats }) => dataset.families[seats[0]!])
    const largest = mode(dataset.families)
    const share = first.filter((family) => family === largest).length / first.length
    const expected =
      dataset.name === 'mmlu-pro'
        ? dataset.families.filter((family) => family === largest).length / dataset.models.length
        : 1 / new Set(dataset.families).size
    expect(Math.abs(share - expected)).toBeLessThan(0.04)
  }
})

function mode(values: readonly string[]): string {
  return [...Map.groupBy(values, (value) => value)].toSorted(([, a], [, b]) => b.length - a.length)[0]![0]
}

test('questions kept aside are all scored, by what the answers in the repository and the shipped table tell', () => {
  const [recorded] = readRecorded()
  const places = [5, 1, 14, 8]
  const kept = {
    ...pickModels(recorded!, places),
    name: 'kept',
    questions: pickModels(recorded!, places)
      .questions.slice(0, 30)
      .map((question) => ({ ...question, id: `kept-${question.id}` })),
  }
  const { scored, past, origin } = splitDataset(kept)
  expect(scored.questions).toHaveLength(30)
  expect(past.questions).toHaveLength(recorded!.questions.length)
  expect(past.dataset.name).toBe('mmlu-pro')
  expect(past.questions[7]!.answers).toEqual(places.map((i) => recorded!.questions[7]!.answers[i]))
  expect(past.table).toEqual(kept.models.map((model) => findSkill(model)))
  expect(origin).toContain('7178 other questions of mmlu-pro, and the table that is shipped')
})

test('a question that is scored is never a past one, and never counts for the table', () => {
  const [recorded] = readRecorded()
  const part = { ...recorded!, questions: recorded!.questions.filter((_, i) => i % 3 === 0) }
  for (const dataset of [recorded!, part]) {
    const { scored, past } = splitDataset(dataset)
    const ids = new Set(past.questions.map(({ id }) => id))
    expect(scored.questions.some(({ id }) => ids.has(id))).toBe(false)
    expect(past.table).toEqual(accuracyOf(past.dataset, past.questions))
  }
  const law = recorded!.questions[0]!
  const other = { ...recorded!, questions: [1, 2, 3, 4].map((id) => ({ ...law, id: `q${id}`, category: 'boolq' })) }
  expect(splitDataset(other)).toMatchObject({ scored: { questions: [{ id: 'q2' }, { id: 'q4' }] } })
})

/** Answers of models that err alike, as recorded models do; a wrong answer is often the same. */
function simulate(name: string, { options, skills, alike }: { options: number; skills: number[]; alike: number }) {
  const random = createRandom('answers', name)
  const questions = Array.from({ length: 1_200 }, (_, i) => {
    const difficulty = random.normal()
    const answers = skills.map((skill) => {
      const at = Math.sqrt(alike) * difficulty + Math.sqrt(1 - alike) * random.normal()
      if (at < quantile(skill)) return 'right'
      return random.uniform() < 0.5 ? 'lure' : `wrong ${random.below(options - 1)}`
    })
    const given = options === 2 ? answers.map((answer) => (answer === 'right' ? answer : 'lure')) : answers
    return { id: `${i}`, category: name, options, truth: 'right', answers: given }
  })
  return { name, models: skills.map((_, i) => `m${i}`), families: skills.map((_, i) => `f${i}`), questions }
}

const between = (least: number, most: number): number[] =>
  Array.from({ length: 11 }, (_, i) => least + ((most - least) * i) / 10)

test.each([
  { name: 'yes or no', options: 2, skills: between(0.7, 0.9), alike: 0.75 },
  { name: 'four options, easy', options: 4, skills: between(0.9, 0.98), alike: 0.75 },
  { name: 'free answers, easy', options: FREE_CHOICES, skills: between(0.75, 0.97), alike: 0.7 },
  { name: 'free answers, hard', options: FREE_CHOICES, skills: between(0.3, 0.75), alike: 0.6 },
])('on answers of another form the rule is not overconfident, and loses nothing: $name', ({ name, ...form }) => {
  const { scored, past } = splitDataset(simulate(name, form))
  const rules = { 'nothing known': {}, '20 outcomes': { outcomes: 20 }, '50 outcomes': { outcomes: 50 } }
  for (const { bins, majority } of replay({ dataset: scored, past, panels: 40, kinds: ['random'], rules })) {
    const total = bins.reduce((sum, { count }) => sum + count, 0)
    const over = bins.reduce((sum, { count, stated, right }) => sum + (count * (stated - right)) / total, 0)
    expect(over).toBeLessThan(0.03)
    expect(majority.mean).toBeGreaterThan(-0.005)
  }
})

test('constants that are fitted again are calibrated on other questions', () => {
  const [{ scored, past }] = readRecorded().map(splitDataset) as [Split]
  const constants = fitConstants({ ...past, questions: every(past.questions, 10) })
  const dataset = { ...scored, questions: every(scored.questions, 10) }
  const rules = { fitted: { outcomes: 50, constants } }
  const [score] = replay({ dataset, past, panels: 30, kinds: ['random'], rules })
  expect(score!.ece.pooled).toBeLessThan(0.05)
})

test('a folder with answers of the same form is evaluated and printed as JSON', () => {
  const rows = Array.from({ length: 40 }, (_, i) => `${i},law,4,A,A,${i % 2 ? 'A' : 'B'},B`)
  const folder = writeFolder({
    'few-answers.csv': ['question,category,options,answer,m1,m2,m3', ...rows].join('\n'),
    'other.csv': 'not,read',
  })
  const printed = JSON.parse(bench('--data', folder, '--json', '--quick').stdout)
  expect(printed.replayed[0]).toMatchObject({
    name: 'few',
    models: 3,
    past: 'every other question, and the table that is shipped',
  })
  const known = printed.replayed[0].scores.find(({ rule }: { rule: string }) => rule === '50 outcomes')
  // The first model is always right, and its record says so.
  expect(known.accuracy).toBe(1)
  expect(printed.targets).toContainEqual(
    expect.objectContaining({ what: 'few: 20 outcomes, calibration error', limit: '≤ 0.03' }),
  )
})

test('the command explains its options, and says what is wrong with others', () => {
  expect(bench('--help').stdout).toContain('--data <folder>')
  const { status, stderr } = bench('--dataa', 'x')
  expect(status).toBe(1)
  expect(stderr).toContain("Unknown option '--dataa'")
  expect(stderr).toContain('--help lists the options')
  expect(stderr).not.toContain('at ')
})

test('free answers, quoted cells, and stated confidences in another order are read', () => {
  const folder = writeFolder({
    'free-answers.csv':
      'question,category,options,answer,m1,m2,m3\n1,maths,free,"1,234","1,234",12,"say ""x"""\n2,maths,3,A,,B,A\n',
    'free-confidence.csv': 'question,m3,m1\n1,80,95\n',
  })
  const [{ questions }] = readDatasets(folder) as [Dataset]
  expect(questions).toEqual([
    {
      id: '1',
      category: 'maths',
      options: FREE_CHOICES,
      truth: '1,234',
      answers: ['1,234', '12', 'say "x"'],
      confidences: [0.95, undefined, 0.8],
    },
    { id: '2', category: 'maths', options: 3, truth: 'A', answers: ['', 'B', 'A'] },
  ])
})

test.each([
  ['question,m1\n1,0.9', 'line 2: expected confidences from 0 to 100; none is above 1'],
  ['question,m9\n1,90', 'line 1: there is no model "m9" in the answers'],
  ['question,m1\n1,120', 'line 2: expected a confidence from 0 to 100; got "120"'],
  ['question,m1\n7,90', 'line 2: there is no question "7" in the answers'],
])('a file of confidences in another form is refused with its place: %j', (text, problem) => {
  const folder = writeFolder({
    'few-answers.csv': 'question,category,options,answer,m1,m2,m3\n1,law,4,A,A,B,C',
    'few-confidence.csv': text,
  })
  expect(() => readDatasets(folder)).toThrow(`few-confidence.csv, ${problem}`)
})

test.each([
  ['question,category,options,answer,m1,m2\n1,law,4,A,A,B', 'line 1: expected at least 3 models; got 2'],
  ['id,category,options,answer,m1,m2,m3\n1,law,4,A,A,B,C', 'line 1: expected the columns question, category'],
  ['question,category,options,answer,m1,m2,m3\n1,law,4,A,A,B,C\n2,law,4,A', 'line 3: expected 7 cells; got 4'],
  [
    'question,category,options,answer,m1,m2,m3\n1,law,four,A,A,B,C',
    'line 2: expected options to be a number from 2 on, or free; got "four"',
  ],
  ['question,category,options,answer,m1,m2,m3\n1,law,4,A,A,B,C\n1,law,4,A,A,B,C', 'line 3: question 1 occurs twice'],
  ['question,category,options,answer,m1,m2,m3\n', 'line 2: expected questions; the file has none'],
])('a file of another form is refused with its place: %j', (text, problem) => {
  expect(() => readDatasets(writeFolder({ 'few-answers.csv': text }))).toThrow(`few-answers.csv, ${problem}`)
})

test('a folder without recorded answers is refused', () => {
  expect(() => readDatasets(join(tmpdir(), 'no-such-folder'))).toThrow('is no folder; --data takes a folder')
  expect(() => readDatasets(writeFolder({}))).toThrow('has no file named <name>-answers.csv')
})

test('simulated debates are the same every time', async () => {
  expect(await hold('conformity', 6)).toEqual(await hold('conformity', 6))
})

test('an adversary sinks the vote of the last round, and not the decision', async () => {
  const records = await hold('adversary', 120)
  const right = (arm: keyof typeof ARMS) => mean(records.map(ARMS[arm]))
  expect(right('last-round vote')).toBeLessThan(right('first-round vote') - 0.3)
  expect(right('ours')).toBeGreaterThan(right('first-round vote') - 0.05)
})

test('easy debates that may end early cost less, and decide the same', async () => {
  const records = await hold('easy', 60)
  const whole = mean(records.map(({ rounds }) => rounds.at(-1)!.calls))
  const early = mean(records.map(({ rounds, end }) => rounds[end - 1]!.calls))
  expect(early / whole).toBeLessThan(0.7)
  for (const { rounds, end } of records) expect(rounds[end - 1]!.decision).toBe(rounds.at(-1)!.decision)
})

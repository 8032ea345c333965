import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ARMS } from '../bench/debate/arms.ts'
import { mean } from '../bench/debate/metrics.ts'
import { REGIMES } from '../bench/debate/regimes.ts'
import { DATA, readDatasets } from '../bench/debate/replay/dataset.ts'
import { accuracyOf, replay } from '../bench/debate/replay/replay.ts'
import { holdDebates } from '../bench/debate/worker.ts'

const named = (kind: string) => REGIMES.find((regime) => regime.kind === kind)!

const hold = (kind: string, count: number) => holdDebates({ regime: named(kind), seed: 7, from: 0, to: count })

test('on recorded answers, the rule beats the majority once it knows the skill of the seats', () => {
  for (const dataset of readDatasets(DATA)) {
    const past = dataset.questions.filter((_, i) => i % 2 === 0)
    const questions = dataset.questions.filter((_, i) => i % 20 === 1)
    const scores = replay({
      dataset: { ...dataset, questions },
      past: { dataset, questions: past, table: accuracyOf(dataset, past) },
      panels: 20,
      rules: { 'nothing known': {}, '50 outcomes': { outcomes: 50 } },
    }).filter(({ kind }) => kind === 'random')
    const [nothing, known] = scores
    expect(Math.abs(nothing!.majority.mean)).toBeLessThan(0.005)
    expect(known!.majority.mean).toBeGreaterThan(0.02)
    expect(known!.ece.pooled).toBeLessThan(0.06)
  }
})

test('a folder with answers of the same form is evaluated and printed as JSON', () => {
  const folder = mkdtempSync(join(tmpdir(), 'answers-'))
  const rows = Array.from({ length: 40 }, (_, i) => `${i},law,4,A,A,${i % 2 ? 'A' : 'B'},${i % 3 ? 'A' : 'C'},B`)
  writeFileSync(join(folder, 'few-answers.csv'), ['question,category,options,answer,m1,m2,m3,m4', ...rows].join('\n'))
  const run = join(import.meta.dirname, '../bench/debate/run.ts')
  const args = ['--conditions=@sweatpants/source', run, '--data', folder, '--json', '--quick']
  const printed = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
  expect(printed.replayed[0]).toMatchObject({ name: 'few', models: 4 })
  const known = printed.replayed[0].scores.find(({ rule }: { rule: string }) => rule === '50 outcomes')
  // The first model is always right, and its record says so.
  expect(known.accuracy).toBe(1)
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

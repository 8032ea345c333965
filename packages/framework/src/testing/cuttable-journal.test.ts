import { expect, test } from 'vitest'
import { z } from 'zod'
import { createMcpTool } from '../tools/builder.ts'
import { SweatpantsError } from '../tools/errors.ts'
import { emptyProgress, type Header } from '../tools/journal.ts'
import { accept } from './answers.ts'
import { createCuttableJournal, JournalCut } from './cuttable-journal.ts'
import { journalContract } from './journal-contract.ts'
import { runScript } from './script.ts'
import { describeContract } from './vitest.ts'

describeContract(
  'cuttable journal',
  journalContract(() => {
    const journal = createCuttableJournal()
    return { open: () => journal.reopen() }
  }),
)

const header: Header = {
  format: 1,
  tool: 'tool',
  runId: 'run',
  seed: 'seed',
  can: { elicitation: true, sampling: true, roots: true, tasks: false },
  params: '',
  startedAt: 0,
}
const entry = (at: string) => ({ type: 'value', at, kind: 'step', key: 's', digest: '', time: 0 }) as const
const write = (at: string) => ({ entries: [entry(at)], progress: emptyProgress() })

test('the write at the cut is kept, and every later one throws', () => {
  const journal = createCuttableJournal({ cutAfter: 2 })
  journal.append(0, { header, ...write('0') })
  expect(() => journal.append(1, write('1'))).toThrow(JournalCut)
  expect(() => journal.append(2, write('2'))).toThrow(JournalCut)
  expect(journal.entries).toEqual([entry('0'), entry('1')])
  expect(journal.writes).toBe(2)
})

test('cut after no write at all, it keeps nothing', () => {
  const journal = createCuttableJournal({ cutAfter: 0 })
  expect(() => journal.append(0, { header, ...write('0') })).toThrow(JournalCut)
  expect(journal.read()).toBeUndefined()
})

test('a reopened journal has what was kept, counts its own writes, and can be cut again', () => {
  const journal = createCuttableJournal({ cutAfter: 1 })
  expect(() => journal.append(0, { header, ...write('0') })).toThrow(JournalCut)
  const next = journal.reopen({ cutAfter: 1 })
  expect(next.read()).toMatchObject({ revision: 1, entries: [entry('0')] })
  expect(next.writes).toBe(0)
  expect(() => next.append(1, write('1'))).toThrow(JournalCut)
  expect(journal.reopen().entries).toEqual([entry('0'), entry('1')])
})

test('a cut says how much was kept', () => {
  const journal = createCuttableJournal({ cutAfter: 1 })
  let cut: unknown
  try {
    journal.append(0, { header, ...write('0') })
  } catch (error) {
    cut = error
  }
  expect(cut).toBeInstanceOf(SweatpantsError)
  expect(cut).toMatchObject({ name: 'JournalCut', writes: 1 })
})

test('a run that is cut at any write goes on from there, and repeats nothing that was recorded (R1)', async () => {
  const done: string[] = []
  const tool = createMcpTool('order')
    .elicits({ confirm: { response: z.object({ ok: z.boolean() }) } })
    .execute(function* (_, ctx) {
      const price = yield* ctx.step('price', () => done.push('price'))
      const answer = yield* ctx.elicit('confirm', { message: 'Sure?' })
      yield* ctx.step('pay', () => done.push('pay'), { once: true })
      return { price, action: answer.action }
    })
    .build()
  const whole = createCuttableJournal()
  const { value } = await runScript(tool, {}, { journal: whole, answers: { confirm: accept({ ok: true }) } })
  expect(whole.writes).toBeGreaterThan(3)

  for (let cutAfter = 1; cutAfter <= whole.writes; cutAfter++) {
    done.length = 0
    const journal = createCuttableJournal({ cutAfter })
    const answers = { confirm: () => accept({ ok: true }) }
    await expect(runScript(tool, {}, { journal, answers })).rejects.toThrow(JournalCut)
    const recorded = journal.entries.filter((known) => known.type === 'value' && known.kind === 'step').length
    const before = done.length
    const interrupted = journal.entries.at(-1)?.type === 'started'
    const asked = journal.entries.some((known) => known.type === 'value' && known.kind === 'elicit')
    const rest = runScript(tool, {}, { journal: journal.reopen(), ...(asked ? {} : { answers }) })
    if (interrupted) await expect(rest).rejects.toThrow('its outcome is unknown')
    else {
      expect((await rest).value).toEqual(value)
      expect(done.length - before).toBe(2 - recorded)
    }
  }
})

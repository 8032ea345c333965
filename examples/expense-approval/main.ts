import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Terminal } from '@sweatpants/framework/terminal'
import { createTemporarySchema, startPostgres } from '../../test/postgres.ts'
import { Cluster } from './cluster.ts'
import type { Kill } from './kill.ts'
import { answerByLink, answerInInbox, claim, readResult, reportPayment } from './people.ts'
import { checkTrace } from './trace.ts'
import { openWorld, type World } from './world.ts'

const DAY = 24 * 60 * 60_000
const EXPECTED = '{"paid":true,"reference":"X1","approvedBy":["ada","bob"]}'

/** Where nodes die without `every`: at the first answer, at the transfer, and at what the bank reports. */
const SOME = [/^answer .*ada/, /^value step transfer/, /^signal/]

/**
 * Plays an expense on three nodes: once undisturbed, and once for each place where a node is killed. With `every` that is before
 * and after every write of the first time. Resolves to the exit code.
 */
export async function main(terminal: Terminal, [mode]: readonly string[] = []): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'expense-approval-'))
  const postgres = await startPostgres()
  const { schema, drop } = createTemporarySchema(postgres.url)
  try {
    await using stage = await Stage.open({ url: postgres.url, schema })
    const { cluster } = stage
    let problems = await stage.play(undefined)
    terminal.print(`Undisturbed: ${problems.join('; ') || EXPECTED}`)
    const writes = [...new Set(cluster.writes)]
    const when = ['before', 'after'] as const
    const every = writes.flatMap((write) => when.map((one) => ({ write, when: one })))
    const some = SOME.flatMap((name, i) =>
      writes
        .filter((write) => name.test(write))
        .slice(0, 1)
        .map((write) => ({ write, when: when[i % 2]! })),
    )
    let wrong = problems.length
    for (const [i, kill] of (mode === 'every' ? every : some).entries()) {
      problems = await stage.play({ ...kill, marker: join(folder, `kill-${i}`) })
      wrong += problems.length
      terminal.print(`Killed ${kill.when} "${kill.write}": ${problems.join('; ') || 'paid once'}`)
    }
    return wrong === 0 ? 0 : 1
  } finally {
    await drop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

class Stage implements AsyncDisposable {
  readonly cluster: Cluster
  readonly #world: World
  #plays = 0

  static async open(database: { url: string; schema: string }): Promise<Stage> {
    const world = await openWorld()
    return new Stage(await Cluster.open(database, world.url), world)
  }

  private constructor(cluster: Cluster, world: World) {
    this.cluster = cluster
    this.#world = world
  }

  /** Plays one expense to its end. Resolves to what was wrong. */
  async play(kill: Kill | undefined): Promise<string[]> {
    const { cluster } = this
    const world = this.#world
    world.restart()
    await cluster.plan(kill)
    const kills = cluster.kills
    const taskId = await claim(cluster.url, `expense ${++this.#plays}`)

    const link = await this.#until(() => linkOf(world, 'ada'))
    await this.#until(() => remindersOf(world) > 0, 2 * DAY)
    await answerByLink(link)
    await this.#until(() => remindersOf(world) > 1, 2 * DAY)
    await answerInInbox(cluster.url, 'bob')
    const transfer = await this.#until(() => world.transfers[0], 10 * 60_000)
    cluster.pass(DAY)
    await reportPayment(transfer.url, 'X1')
    const result = await this.#until(() => readResult(cluster.url, taskId))

    const facts: [string, boolean][] = [
      [`the result is ${result}`, result === EXPECTED],
      [`${world.transfers.length} transfers were made`, world.transfers.length === 1],
      [`${cluster.kills - kills} nodes were killed`, cluster.kills - kills === (kill === undefined ? 0 : 1)],
    ]
    const problems = facts.filter(([, holds]) => !holds).map(([fact]) => fact)
    return [...problems, ...checkTrace(cluster.spans, { isKilled: kill !== undefined })]
  }

  /** Resolves to what `find` returns once that is something. With `pause`, virtual time passes until then. */
  async #until<T>(find: () => T | undefined | false | Promise<T | undefined | false>, pause?: number): Promise<T> {
    for (let looks = 0; looks < LOOKS; looks++) {
      const found = await find()
      if (found) return found
      if (pause !== undefined && looks % PATIENCE === 10) this.cluster.pass(pause)
      await delay(LOOK)
    }
    throw new Error(
      `nothing happened for ${(LOOKS * LOOK) / 1_000} seconds; the writes were ${this.cluster.writes.join('; ')}`,
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.cluster[Symbol.asyncDispose]()
    await this.#world[Symbol.asyncDispose]()
  }
}

/** Milliseconds between two looks, their number, and after how many virtual time passes again. */
const LOOK = 20
const LOOKS = 1_000
const PATIENCE = 200

const linkOf = ({ mails }: World, name: string): string | undefined =>
  mails.filter(({ to }) => to === name).flatMap(({ text }) => /http:\S+/.exec(text) ?? [])[0]

const remindersOf = ({ mails }: World): number => mails.filter(({ text }) => text.startsWith('Reminder')).length

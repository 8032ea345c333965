import type { Caller, Era, Reply } from './caller.ts'
import type { Play, Script } from './loopback.ts'
import { state, whereStated } from './says.ts'
import { openScene, type Scene } from './scene.ts'

export const A = 'anthropic/claude-a'
export const B = 'openai/gpt-b'
export const C = 'google/gemini-3-c'
export const agents = [A, B, C]

/** Many debates on one HTTP server, each with its own topic. */
export class Debates implements AsyncDisposable {
  readonly scene: Scene
  readonly caller: Caller
  readonly url: string
  #count = 0

  constructor(scene: Scene, caller: Caller, url: string) {
    this.scene = scene
    this.caller = caller
    this.url = url
  }

  play(script: Script): Play {
    return this.scene.providers.play(`Is proposal <${++this.#count}> sound?`, script)
  }

  start({ topic }: Play, args: object = {}): Promise<Reply> {
    return this.caller.call('start_roundtable', { topic, agents, rounds: 3, ...args })
  }

  goOn(sessionId: string, args: object = {}): Promise<Reply> {
    return this.caller.call('continue_roundtable', { sessionId, ...args })
  }

  connect(era: Era): Promise<Caller> {
    return this.scene.connect(era, this.url)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.scene[Symbol.asyncDispose]()
  }
}

export async function openDebates(): Promise<Debates> {
  const scene = await openScene()
  const { url } = await scene.serve()
  return new Debates(scene, await scene.connect('2026-07-28', url), url)
}

/** A script for one model; the others agree. */
export const except = (model: string, behave: Script): Script =>
  whereStated((asked) => (asked.model === model ? behave(asked) : state()))

export const modelsOf = (list: readonly { model: string }[]): string[] => list.map(({ model }) => model).toSorted()

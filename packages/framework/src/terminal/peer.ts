import { describeUrl } from '../tools/described-url.ts'
import { type ElicitEffect, toShortMessage } from '../tools/effects/elicit.ts'
import type { LogEffect, NotifyEffect } from '../tools/effects/emit.ts'
import type { SampleEffect, SampleReply } from '../tools/effects/sample.ts'
import type { ElicitAnswer } from '../tools/elicit.ts'
import { SweatpantsError } from '../tools/errors.ts'
import type { FlatForm } from '../tools/flat-form.ts'
import { failed, type Outcome, settle, succeeded } from '../tools/outcome.ts'
import type { Peer } from '../tools/peer.ts'
import { type ElicitHandler, type ElicitRequest, findHandler, type PluginClient } from '../tools/plugin.ts'
import { type PluginPage, runHandler } from '../tools/render.ts'
import type { Checked } from '../tools/schema.ts'
import { createTurns } from '../tools/turns.ts'
import { askForm } from './form.ts'
import { LeftError, prompt } from './prompt.ts'
import type { Terminal } from './terminal.ts'

export interface TerminalPeerOptions {
  terminal: Terminal
  /** Asks a model. Without it a sample fails, saying that no model is configured. */
  sample?: (effect: SampleEffect, signal: AbortSignal) => Promise<SampleReply>
  /** Questions of these tools are answered by their handlers, which render with `render`. */
  plugins?: readonly PluginClient[]
  /** Shows a component and resolves to its response. */
  render?: PluginPage['render']
}

export interface TerminalPeer extends Peer {
  /** Asks the person for the value of a signal; nothing when the line is empty. */
  readSignal(name: string, signal: AbortSignal): Promise<unknown>
}

/** A peer that waits: a person at a terminal answers a tool's questions, one after the other. */
export function createTerminalPeer({ terminal, sample, plugins = [], render }: TerminalPeerOptions): TerminalPeer {
  const inTurn = createTurns()
  const page: PluginPage = { render: render ?? refuseRender }

  /** Resolves to the person's answer; rejects when the question is withdrawn. */
  async function elicit(effect: ElicitEffect, signal: AbortSignal): Promise<Outcome> {
    const handler = findHandler(plugins, effect)
    if (handler === undefined && effect.ui === 'in-app') return failed(new SweatpantsError(IN_APP))
    try {
      if (effect.refusal !== undefined) terminal.print(`\nThat answer was refused: ${effect.refusal}`)
      const answer = handler === undefined ? await ask(effect, signal) : await handle(effect, handler, signal)
      return succeeded(answer)
    } catch (error) {
      if (error instanceof LeftError) return succeeded({ action: error.action } satisfies ElicitAnswer)
      if (handler === undefined || signal.aborted) throw error
      return failed(error)
    }
  }

  async function ask(effect: ElicitEffect, signal: AbortSignal): Promise<ElicitAnswer> {
    terminal.print(`\n${toWords(effect)}`)
    if (effect.url !== undefined) terminal.print(toPageWords(effect.url))
    // Every question that is not `in-app` was made a flat form when the tool was built.
    const content = await askForm(terminal, effect.schema as unknown as FlatForm, signal)
    return { action: 'accept', content }
  }

  function handle(effect: ElicitEffect, handler: ElicitHandler, signal: AbortSignal): Promise<ElicitAnswer> {
    const { key, context, schema, refusal } = effect
    const request: ElicitRequest = { key, message: toShortMessage(effect), context, schema, refusal }
    // A handler is registered for the question whose context it takes.
    return runHandler((ctx) => handler(request as ElicitRequest<never>, ctx), page, signal)
  }

  return {
    readSignal: (name, signal) =>
      inTurn(signal, () => {
        terminal.print(`\nThe tool waits for the signal "${name}".`)
        return prompt(terminal, 'Its value, as JSON: ', readJson, signal)
      }),
    async answer(effect, signal) {
      switch (effect.type) {
        case 'elicit':
          return inTurn(signal, () => elicit(effect, signal))
        case 'sample':
          return sample === undefined ? failed(new SweatpantsError(NO_MODEL)) : settle(() => sample(effect, signal))
        case 'roots':
          return succeeded({ roots: [] })
        case 'detach':
          return succeeded(false)
        case 'log':
        case 'notify':
          terminal.print(toLine(effect))
          return succeeded(undefined)
      }
    },
  }
}

const NO_MODEL = 'no model is configured in this terminal; pass `sample` to answer for one'
const IN_APP = "only a plugin answers this question (ui: 'in-app'); pass it in `plugins`, and `render` to show it"

const refuseRender: PluginPage['render'] = () =>
  Promise.reject(new SweatpantsError('a plugin renders a component, but this terminal was given no `render`'))

/** A question of a hosted server says so, and its words are marked: they may look like words of this program. */
export function toWords({ message, origin, to }: Pick<ElicitEffect, 'message' | 'origin' | 'to'>): string {
  if (to !== undefined) return `A question to ${to.join(', ')}:\n${message}`
  if (origin === undefined) return message
  const lines = message.split('\n').map((line) => `│ ${line}`)
  return [`${origin} asks, which is another server:`, ...lines].join('\n')
}

function readJson(line: string): Checked<unknown> {
  if (line === '') return { type: 'valid', value: undefined }
  try {
    return { type: 'valid', value: JSON.parse(line) }
  } catch {
    return { type: 'invalid', problem: 'Please type JSON, such as {"amount": 7}.' }
  }
}

function toLine(effect: LogEffect | NotifyEffect): string {
  if (effect.type === 'log') return `[${effect.level}] ${effect.message}`
  return effect.progress === undefined ? `… ${effect.message}` : `… ${effect.message} (${effect.progress})`
}

/** Names the whole address and, apart, the domain that it leads to. */
function toPageWords(url: string): string {
  const { host, problems } = describeUrl(url)
  return [`Open this page of ${host} in your browser: ${url}`, ...problems].join('\n')
}

import { createDemoModel, type DemoModelOptions } from '@sweatpants/demo-model'
import { boardVoice } from '@sweatpants/example-tictactoe/board-voice'
import { messageOf, UsageError } from '@sweatpants/framework/cli'
import { type DiscoveredModel, discoverModels, type Model, resolveModel } from '@sweatpants/framework/models'
import { debateVoice } from '@sweatpants/roundtable'
import { titleVoice } from './title-voice.ts'

/** Creates the demo model of this app, which also names conversations, plays tic-tac-toe and debates. */
export const createDemo = (options: DemoModelOptions = {}) =>
  createDemoModel({ ...options, voices: [titleVoice, boardVoice, debateVoice] })

/** Resolves a model; `demo` is that of this app. */
export const resolve = (choice?: string): Promise<Model> => resolveModel(choice, { demo: createDemo() })

/** A model as the page shows it. */
export interface OfferedModel {
  id: string
  label: string
  usable: boolean
  /** What to do to make it usable. */
  remedy?: string
}

export interface ModelOffer {
  /** The models that a conversation can choose from. It begins with the first. */
  usable: readonly [Model, ...Model[]]
  offered: readonly OfferedModel[]
}

/** Finds all models. The first is the chosen one, or the first that was found. */
export async function findModels(choice: string | undefined): Promise<ModelOffer> {
  const chosen = await resolve(choice).catch((cause) => {
    throw new UsageError(`${messageOf(cause)}. Change --model or MODEL, or leave both out`, { cause })
  })
  const others = (await discoverModels()).filter(({ id }) => id !== chosen.id)
  const looked = await Promise.all(others.map(look))
  const ready = looked.flatMap(({ model }) => model ?? [])
  return {
    usable: [chosen, ...ready],
    offered: [toOffered(chosen), ...ready.map(toOffered), ...looked.flatMap(({ missing }) => missing ?? [])],
  }
}

/** Offers existing models, as tests do. */
export const offerModels = (models: readonly [Model, ...Model[]]): ModelOffer => ({
  usable: models,
  offered: models.map(toOffered),
})

async function look(found: DiscoveredModel): Promise<{ model?: Model; missing?: OfferedModel }> {
  const { provider, id = provider, usable, remedy } = found
  const missing = { id, label: labelOf(id), usable: false }
  if (!usable) return { missing: { ...missing, ...(remedy !== undefined && { remedy }) } }
  try {
    return { model: await resolve(id) }
  } catch (error) {
    return { missing: { ...missing, remedy: messageOf(error) } }
  }
}

const toOffered = ({ id }: Model): OfferedModel => ({ id, label: labelOf(id), usable: true })

function labelOf(id: string): string {
  if (id === 'demo') return 'Demo model (offline)'
  const [provider, ...name] = id.split('/')
  return name.length === 0 ? id : `${name.join('/')} (${provider})`
}

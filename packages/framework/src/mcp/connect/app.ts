import type { Tool } from '@modelcontextprotocol/client'
import {
  type HostedApp,
  type HostedView,
  isViewOrigin,
  type QuestionApp,
  type ViewPolicy,
  type ViewSource,
} from '../../tools/hosted-app.ts'
import { isObject, type Json } from '../../tools/json.ts'
import { toJson } from '../../tools/to-json.ts'
import type { McpTool } from '../../tools/tool.ts'
import { UI_EXTENSION, VIEW_TYPE } from '../core/tier.ts'
import { HostedViewError } from './errors.ts'

/** Returns the extension by which servers know that their views are shown, and whether also in place of forms. */
export const declareApps = (elicitation: boolean): Record<string, Record<string, Json>> => ({
  [UI_EXTENSION]: { mimeTypes: [VIEW_TYPE], ...(elicitation && { elicitation: {} }) },
})

/** Returns what a tool says of its view. A tool without a word about it may be called by the model and by views. */
export function toApp({ name, _meta }: Tool, server: ViewSource | undefined): Pick<McpTool, 'app'> {
  const ui = isObject(_meta?.ui) ? _meta.ui : {}
  const visibility = (['model', 'app'] as const).filter(
    (who) => !Array.isArray(ui.visibility) || ui.visibility.includes(who),
  )
  // Without views no one calls a tool that is for views only, and the model must not.
  const source = server ?? NO_VIEWS
  const view = toViewUri(ui.resourceUri ?? _meta?.['ui/resourceUri'])
  return { app: { name, view: server && view, visibility, server: source } satisfies HostedApp }
}

const NO_VIEWS: ViewSource = {
  readView: async () => {
    throw new HostedViewError('this host shows no views: connectMcp was called without `apps`')
  },
}

/** Whether a server shows its questions by views; the other side is `declareApps`. */
export const asksByApp = (server: { extensions?: Record<string, unknown> | undefined } | undefined): boolean => {
  const ui = server?.extensions?.[UI_EXTENSION]
  return isObject(ui) && isObject(ui.elicitation)
}

/** Returns the view of a question that a server sent. A view shows forms only. */
export function toQuestionApp({ mode, _meta }: Record<string, unknown>): QuestionApp | undefined {
  if (!isObject(_meta) || !isObject(_meta.ui) || (mode !== undefined && mode !== 'form')) return undefined
  const view = toViewUri(_meta.ui.resourceUri)
  return view === undefined
    ? undefined
    : { view, meta: toJson(_meta, 'the _meta of a question') as Record<string, Json> }
}

const MAX_URI = 1_000

/** Returns the address of a view, or `undefined` if it is none. */
const toViewUri = (uri: unknown): string | undefined =>
  typeof uri === 'string' && uri.length <= MAX_URI && /^ui:\/\/[^/\s]/.test(uri) ? uri : undefined

/** Returns the view in the reply to `resources/read`. Throws a `HostedViewError`. */
export function toView(server: string, uri: string, reply: object, limit: number): HostedView {
  const { contents } = reply as { contents?: unknown }
  const content = Array.isArray(contents) ? contents.find((found) => isObject(found) && found.uri === uri) : undefined
  if (!isObject(content)) throw new HostedViewError(`${server} has no view ${uri}`)
  if (content.mimeType !== VIEW_TYPE) {
    throw new HostedViewError(`${uri} of ${server} is of the type ${content.mimeType}; a view is ${VIEW_TYPE}`)
  }
  const html = typeof content.blob === 'string' ? Buffer.from(content.blob, 'base64').toString() : content.text
  if (typeof html !== 'string') throw new HostedViewError(`${uri} of ${server} is empty`)
  if (html.length > limit) throw new HostedViewError(`${uri} of ${server} has more than ${limit} characters`)
  const ui = isObject(content._meta) && isObject(content._meta.ui) ? content._meta.ui : {}
  const { prefersBorder } = ui
  return {
    html,
    policy: toPolicy(isObject(ui.csp) ? ui.csp : {}),
    ...(typeof prefersBorder === 'boolean' && { prefersBorder }),
  }
}

const MAX_ORIGINS = 50

const toOrigins = (listed: unknown): string[] =>
  Array.isArray(listed) ? listed.filter(isViewOrigin).slice(0, MAX_ORIGINS) : []

const toPolicy = ({ connectDomains, resourceDomains, frameDomains }: Record<string, unknown>): ViewPolicy => ({
  connect: toOrigins(connectDomains),
  resources: toOrigins(resourceDomains),
  frames: toOrigins(frameDomains),
})

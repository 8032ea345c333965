/** What both revisions say of an offer. */
import type { ResourceContents } from '../../tools/content.ts'
import { isObject, type Json } from '../../tools/json.ts'
import type { MaybePromise } from '../../tools/maybe-promise.ts'
import type { Catalog } from './catalog.ts'
import { type ClientCapabilities, canAnswer } from './client-capabilities.ts'
import { invalidParams, missingElicitation, UrlElicitationRequiredError } from './errors.ts'
import { SKILLS_EXTENSION } from './skill.ts'
import { UI_EXTENSION } from './tier.ts'

type Params = Readonly<Record<string, unknown>>

/** The capabilities of every server. */
export const SERVER_CAPABILITIES = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  completions: {},
  logging: {},
}

/** Returns the extensions that a server declares for its offer. */
export const toExtensions = ({ views, skills }: Catalog): Record<string, Record<string, Json>> => ({
  ...(views && { [UI_EXTENSION]: { elicitation: {} } }),
  ...(skills.entries.length > 0 && { [SKILLS_EXTENSION]: { directoryRead: true } }),
})

type Listing = (params: Params, client: ClientCapabilities) => MaybePromise<Record<string, unknown>>

/** The methods that only list, with what each answers. */
export const createListings = (catalog: Catalog): [method: string, list: Listing][] => [
  ['tools/list', async (_, client) => ({ tools: await catalog.listFor(client) })],
  ['prompts/list', () => ({ prompts: catalog.listedPrompts })],
  ['resources/list', () => ({ resources: catalog.listedResources })],
  ['resources/templates/list', () => ({ resourceTemplates: catalog.listedTemplates })],
  ['resources/directory/read', ({ uri }) => ({ resources: catalog.skills.list(uri) })],
  ['skills/list', () => ({ skills: catalog.skills.entries })],
  ['skills/get', ({ uri }) => ({ skill: catalog.skills.get(uri) })],
]

/** Reads a resource. Throws the pages that the person has to open first, or a `ProtocolError` if the client cannot show them. */
export async function readFor(client: ClientCapabilities, catalog: Catalog, uri: unknown): Promise<ResourceContents[]> {
  try {
    return await catalog.read(uri)
  } catch (error) {
    const [page] = error instanceof UrlElicitationRequiredError ? error.pages : []
    throw page === undefined || canAnswer(client, page) ? error : missingElicitation(page)
  }
}

export function readArguments({ arguments: args = {} }: Params): Record<string, unknown> {
  if (isObject(args)) return args
  throw invalidParams('arguments must be an object')
}

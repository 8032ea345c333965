import { type Json, type McpTool, type Peer, runTool, succeeded, toJsonSchema } from '@sweatpants/framework'
import { createMemoryStore } from '@sweatpants/framework/log'
import {
  type AssertionRequest,
  connectMcp,
  createSignIn,
  type Grant,
  type HostedServer,
  type RegisteredClient,
} from '@sweatpants/framework/mcp'

const REDIRECT = 'http://localhost:3000/callback'
const KEY = 'a key of the conformance client, in memory only'

/** Its schema is sent back to the suite by another tool. */
const SHOWN_TOOL = 'json_schema_2020_12_tool'

/** What the suite tells a client of a scenario. */
export interface ClientScenario {
  name: string
  /** The server of the scenario. */
  url: string
  context: Record<string, string> & { toolCalls?: { name: string; arguments: Record<string, unknown> }[] }
}

/** Plays a client scenario of the official suite with `connectMcp`: connects, signs in, and calls the tools. */
export async function playScenario({ name, url, context }: ClientScenario): Promise<void> {
  const signIn = await createSignIn({
    url,
    grant: grantOf(name, context),
    client: {
      name: 'conformance',
      metadataUrl: 'https://conformance-test.local/client-metadata.json',
      ...(context.client_id && { registered: registeredIn(context) }),
    },
    store: createMemoryStore(),
    keys: [KEY],
    dpop: name.startsWith('auth/dpop'),
  })
  await using server = await connectMcp({ url, signIn, capabilities: { sampling: true, roots: true }, onError() {} })
  for (const skill of await server.skills()) {
    if (name === 'sep-2640-client-no-prefetch') continue
    await skill.read()
    await skill.read('references/FORMS.md')
  }
  const listed = server.tools.filter((tool) => tool.name !== SHOWN_TOOL)
  const all = listed.map((tool) => ({ name: tool.name, arguments: argsFor(server, tool.name) }))
  for (const { name: tool, arguments: args } of context.toolCalls ?? all) {
    const result = await runTool(toolOf(server, tool), args, { peer })
    if (result.type === 'failed') throw result.error
  }
}

function grantOf(name: string, context: ClientScenario['context']): Grant {
  if (name.startsWith('auth/client-credentials')) return { type: 'client_credentials' }
  if (name === 'auth/wif-jwt-bearer') return { type: 'jwt_bearer', assertion: async () => context.valid_jwt! }
  if (name === 'auth/enterprise-managed-authorization') {
    return { type: 'jwt_bearer', assertion: (request) => exchangeIdToken(context, request) }
  }
  return { type: 'authorization_code', redirectUrl: REDIRECT, authorize }
}

function registeredIn(context: ClientScenario['context']): RegisteredClient {
  const { client_id: id, client_secret: secret, private_key_pem: pem, signing_algorithm: algorithm, issuer } = context
  return {
    id: id!,
    ...(secret && { secret }),
    ...(pem && { privateKey: { pem, algorithm: algorithm! } }),
    ...(issuer && { issuer }),
  }
}

/** The person of the scenarios signs in at once: the authorization server redirects without a page. */
async function authorize(address: URL): Promise<URLSearchParams> {
  const { headers } = await fetch(address, { redirect: 'manual' })
  return new URL(headers.get('location')!).searchParams
}

/** Gets the assertion of a company's identity provider for an ID token (RFC 8693). */
async function exchangeIdToken(
  context: ClientScenario['context'],
  { issuer, resource }: AssertionRequest,
): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    requested_token_type: 'urn:ietf:params:oauth:token-type:id-jag',
    audience: issuer,
    subject_token: context.idp_id_token!,
    subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
    client_id: context.idp_client_id!,
    ...(resource !== undefined && { resource }),
  })
  const response = await fetch(context.idp_token_endpoint!, { method: 'POST', body })
  const { access_token: assertion } = (await response.json()) as { access_token: string }
  return assertion
}

/** Accepts every form with what it proposes. */
const peer: Peer = {
  answer(effect) {
    if (effect.type !== 'elicit') return succeeded(undefined)
    const properties = Object.entries(effect.schema.properties as Record<string, { default?: Json }>)
    const content = properties.map(([name, { default: proposed = true }]) => [name, proposed])
    return succeeded({ action: 'accept', content: Object.fromEntries(content) })
  },
}

function toolOf(server: HostedServer, name: string): McpTool {
  const tool = server.tools.find((candidate) => candidate.name === name)
  if (tool === undefined) throw new Error(`there is no tool ${name}`)
  return tool
}

/** What each tool of the scenarios is called with. */
function argsFor(server: HostedServer, name: string): Record<string, unknown> {
  if (name === 'add_numbers') return { a: 5, b: 3 }
  if (name === 'valid_tool') return { region: 'us-west1' }
  if (name !== 'json_schema_echo') return {}
  return { schema: toJsonSchema(toolOf(server, SHOWN_TOOL).parameters!, 'input') }
}

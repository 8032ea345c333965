import { describe, expect, it } from 'vitest'
import type { ClientCapabilities } from './client-capabilities.ts'
import { type Tier, toTier } from './tier.ts'

const UI = 'io.modelcontextprotocol/ui'
const shows = { mimeTypes: ['text/html;profile=mcp-app'] }
const form = { form: {} }

const declared = (ui: object | undefined, elicitation?: object): ClientCapabilities => ({
  ...(elicitation && { elicitation }),
  ...(ui && { extensions: { [UI]: ui } }),
})

describe('the tier of a call', () => {
  it.each<[what: string, client: ClientCapabilities, tier: Tier]>([
    ['app-rendered elicitation', declared({ ...shows, elicitation: {} }, form), 'question-view'],
    ['it, with URLs too', declared({ ...shows, elicitation: {} }, { form: {}, url: {} }), 'question-view'],
    ['it, without forms by name', declared({ ...shows, elicitation: {} }, {}), 'form'],
    ['it, without the media type', declared({ elicitation: {} }, form), 'form'],
    ['it, with another media type', declared({ mimeTypes: ['text/html'], elicitation: {} }, form), 'form'],
    ['views and elicitation, but not together', declared(shows, form), 'form'],
    ['elicitation', declared(undefined, {}), 'form'],
    ['views', declared(shows), 'tool-view'],
    ['views, and elicitation by URL only', declared(shows, { url: {} }), 'tool-view'],
    ['views of another type', declared({ mimeTypes: ['text/html'] }), 'words'],
    ['views, malformed', declared({ mimeTypes: 'text/html;profile=mcp-app' }), 'words'],
    ['the extension with no object', { extensions: { [UI]: 'yes' as never } }, 'words'],
    ['nothing', {}, 'words'],
  ])('of a client that declares %s', (_, client, tier) => {
    expect(toTier(client, { assume: false })).toBe(tier)
  })

  it('is never one with a view if the server has none', () => {
    expect(toTier(declared({ ...shows, elicitation: {} }, form), undefined)).toBe('form')
    expect(toTier(declared(shows), undefined)).toBe('words')
  })

  it('is assumed only for clients that declare neither the extension nor elicitation', () => {
    const tiers = [{}, declared(undefined, form), declared({ mimeTypes: [] }), declared(shows)]
    expect(tiers.map((client) => toTier(client, { assume: true }))).toEqual(['tool-view', 'form', 'words', 'tool-view'])
  })
})

import { createMcpTool } from '@sweatpants/framework'
import { serveMcp } from '@sweatpants/framework/mcp'
import { z } from 'zod'

/** A tool that knows one page. */
const lookUp = createMcpTool('look_up')
  .description('Looks a word up.')
  .parameters(z.object({ what: z.string() }))
  .execute(function* ({ what }) {
    if (what !== 'toll') throw new Error(`there is nothing about ${what}`)
    return `The toll is 3 euros, says https://example.com/toll`
  })
  .build()

const resources = [{ uri: 'notes://toll', name: 'toll.md', read: () => '# Toll\n\nIt is 3 euros.' }]

/** An MCP server with the tool `look_up` and a note. */
export const createLookUp = () => serveMcp({ name: 'look-up', version: '1', tools: [lookUp], resources })

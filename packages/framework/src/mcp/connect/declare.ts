import type { ClientCapabilities } from '@modelcontextprotocol/client'
import type { Capabilities } from '../../tools/journal.ts'

/** What we tell a server about the run that calls it, or about all that will. */
export const declare = ({ elicitation, sampling, roots }: Omit<Capabilities, 'tasks'>): ClientCapabilities => ({
  ...(elicitation && { elicitation: { form: {} } }),
  ...(sampling && { sampling: { tools: {} } }),
  ...(roots && { roots: {} }),
})

import type { DebateDefaults } from '@sweatpants/roundtable'
import type { ServerAddress } from './server/hosted/address.ts'

/** Who the model can be, switchable per conversation. */
export interface AppPersona {
  label: string
  systemPrompt: string
}

export interface AppConfig {
  name: string
  /** By id; the first is where a new conversation begins. */
  personas: Readonly<Record<string, AppPersona>>
  /** What an empty conversation offers to say. */
  examples: readonly { title: string; prompt: string }[]
  /** The names that the user of the app answers to, beside their own: questions with these in `to` are in the inbox. */
  answersTo: readonly string[]
  /** MCP servers that are always connected. Only here, and by flag, can one be a command: it runs on this machine. */
  servers: readonly ServerAddress[]
  /** What a debate begins with. The form of a new debate shows it, and can change it. Without `tools`: those of `--debate-tools`. */
  debates: DebateDefaults
}

const DAY = 86_400_000

const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

export const config: AppConfig = {
  name: 'Yo chat',
  answersTo: ['role:manager'],
  personas: {
    default: {
      label: 'Default',
      systemPrompt: 'You are a helpful assistant. Be brief, and use a tool where one fits.',
    },
    tutor: {
      label: 'Tutor',
      systemPrompt:
        'You are a patient tutor. Explain one step at a time, in plain words, and end with a question that lets the person ' +
        'try the next step. Do not give the whole solution at once.',
    },
    critic: {
      label: 'Critic',
      systemPrompt:
        'You are a sharp and fair critic. Name the weakest point first, say what would change your mind, and praise only ' +
        'what deserves it.',
    },
    pirate: {
      label: 'Pirate',
      systemPrompt: 'You are a pirate captain. Speak like one, but keep your facts straight and your answers short.',
    },
  },
  examples: [
    { title: 'Play a game', prompt: 'Let us play tic-tac-toe' },
    { title: 'Pick a card', prompt: 'Let me pick a card out of 7' },
    {
      title: 'Book a flight',
      // Read for each request: the server may run for months.
      get prompt() {
        return `Book a flight from Lisbon to Vienna on ${toDay(Date.now() + 30 * DAY)}`
      },
    },
    { title: 'Calculate', prompt: 'What is (17 + 4) * 2?' },
    { title: 'Clean up', prompt: 'Clean up downloads that are older than 30 days' },
    { title: 'Hold a debate', prompt: 'Ask the roundtable: should small teams use a monorepo?' },
  ],
  servers: [],
  debates: { webSearch: false },
}

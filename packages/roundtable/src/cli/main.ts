#!/usr/bin/env node
import { runProgram } from '@sweatpants/framework/cli'
import { readVersion } from '../read-version.ts'

process.exitCode = await runProgram({
  name: 'ai-roundtable',
  version: readVersion,
  help: async () => (await import('./help.ts')).HELP,
  commands: {
    debate: async () => (await import('./debate.ts')).debate,
    continue: async () => (await import('./continue.ts')).continueDebate,
    list: async () => (await import('./list.ts')).listDebates,
    show: async () => (await import('./show.ts')).showDebate,
    export: async () => (await import('./show.ts')).exportDebate,
    synthesize: async () => (await import('./show.ts')).synthesizeDebate,
    rename: async () => (await import('./rename.ts')).renameDebate,
    delete: async () => (await import('./delete.ts')).deleteDebate,
    outcome: async () => (await import('./outcome.ts')).recordOutcome,
  },
  main: async () => (await import('./serve.ts')).serve,
})

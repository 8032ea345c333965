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
    outcome: async () => (await import('./outcome.ts')).recordOutcome,
  },
  main: async () => (await import('./serve.ts')).serve,
})

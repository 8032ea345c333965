#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { runProgram } from './program.ts'

process.exitCode = await runProgram({
  name: 'sweatpants',
  version: () => JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version,
  help: async () => (await import('./help.ts')).HELP,
  commands: {
    serve: async () => (await import('./serve.ts')).serve,
    build: async () => (await import('./build.ts')).build,
    publish: async () => (await import('./publish.ts')).publish,
    proxy: async () => (await import('./proxy.ts')).proxy,
    acp: async () => (await import('./acp.ts')).acp,
    dev: async () => (await import('./dev.ts')).dev,
    call: async () => (await import('./call.ts')).call,
    inbox: async () => (await import('./inbox.ts')).inbox,
    runs: async () => (await import('./runs.ts')).runs,
    schedules: async () => (await import('./schedules.ts')).schedules,
    control: async () => (await import('./control.ts')).control,
    check: async () => (await import('./check.ts')).check,
    inspect: async () => (await import('./inspect.ts')).inspect,
  },
})

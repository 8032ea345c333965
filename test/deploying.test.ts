import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { findNatsServerOrError } from './nats.ts'

interface Document {
  kind?: string
  services?: Record<string, { environment?: Record<string, string> }>
  config?: { jetstream: { merge: object } }
  configs?: { nats: { content: string } }
}

const guide = readFileSync('docs/guides/deploying.md', 'utf8')
const documents = [...guide.matchAll(/^```yaml\n(.*?)^```$/gms)].map(
  ([, text]) => parse(text!, { merge: true, strict: true }) as Document,
)

test('every YAML of the guide to deploying can be parsed, and is what the guide says', () => {
  expect(documents.map(({ kind, services }) => kind ?? Object.keys(services ?? {}))).toEqual([
    ['app', 'postgres'],
    'Cluster',
    ['app', 'nats-1', 'nats-2', 'nats-3'],
    [],
    'Deployment',
  ])
})

test('the servers of NATS in the guide to deploying flush every write', () => {
  expect(guide.match(/sync_interval: always/g)).toHaveLength(2)
  expect(documents[3]?.config?.jetstream.merge).toEqual({ sync_interval: 'always' })
})

test('nats-server accepts the configuration of the guide to deploying', async (context) => {
  const program = await findNatsServerOrError()
  if (program instanceof Error) return context.skip(String(program))
  const folder = mkdtempSync(join(tmpdir(), 'nats-config-'))
  try {
    const file = join(folder, 'nats.conf')
    // Compose reads $$ as $.
    writeFileSync(file, documents[2]!.configs!.nats.content.replaceAll('$$', '$'))
    const env = { HOSTNAME: 'nats-1', NATS_PASSWORD: 'secret' }
    execFileSync(program, ['-t', '-c', file], { env: { ...process.env, ...env }, stdio: 'pipe' })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

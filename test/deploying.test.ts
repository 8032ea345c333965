import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

interface Document {
  kind?: string
  services?: Record<string, { environment?: Record<string, string> }>
  config?: { jetstream: { merge: object } }
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

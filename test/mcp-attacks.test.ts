import { format } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { flood, sendBytes, sendRaw } from './mcp/raw-http.ts'
import { type Reply, request, type SendOptions, send, sendBody, TASKS, toRequest } from './mcp/rpc.ts'
import { ALICE, BOB, openTarget, type Target } from './mcp/target.ts'

/** All that was written to stderr. */
const said: string[] = []

beforeEach(() => {
  said.length = 0
  const keep = (...args: unknown[]) => {
    said.push(format(...args))
    return true
  }
  vi.spyOn(console, 'error').mockImplementation(keep)
  vi.spyOn(process.stderr, 'write').mockImplementation(keep)
})

afterEach(() => {
  vi.restoreAllMocks()
})

const as = (token: string, options: SendOptions = {}): SendOptions => ({
  ...options,
  headers: { authorization: `Bearer ${token}`, ...options.headers },
})
const alice = as(ALICE)
const bob = as(BOB)
const withTasks = { capabilities: { elicitation: { form: {} }, ...TASKS } }

const BAD_STATE = -32602
const args = { item: 'tea' }
const yes = { action: 'accept', content: { sure: true } }
const answers = { confirm: yes }

/** The state of an order that waits for its answer. */
async function begin({ url }: Target, name = 'order', options = alice): Promise<string> {
  return (await request(url, 'tools/call', { name, arguments: args }, options)).requestState!
}

const goOn = ({ url }: Target, requestState: unknown, name = 'order', more: object = {}, options = alice) =>
  send(url, 'tools/call', { name, arguments: args, requestState, inputResponses: answers, ...more }, options)

/** Runs an attack, after which no error was reported and a proper client is served. */
function attack(name: string, body: (target: Target) => Promise<void>): void {
  it(name, async () => {
    await using target = await openTarget()
    await body(target)
    const { result } = await goOn(target, await begin(target))
    expect(result?.content?.[0]?.text).toBe('tea for 42, receipt, thanks')
    // No token, no state, and nothing else either: what an attacker sends is no failure of ours.
    expect(said).toEqual([])
  })
}

/** Makes sure that none of the tools' code ran meanwhile. */
async function withoutRunning<T>({ ran }: Target, body: () => Promise<T>): Promise<T> {
  const before = ran.length
  const result = await body()
  expect(ran.slice(before)).toEqual([])
  return result
}

const codeOf = ({ error }: Reply) => error?.code

describe('a state', () => {
  const flip = (text: string, at: number, bit: number) =>
    text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << bit)) + text.slice(at + 1)

  for (const name of ['order', 'stored']) {
    attack(`with any bit flipped is refused (${name})`, async (target) => {
      const state = await begin(target, name)
      await withoutRunning(target, async () => {
        for (let at = 0; at < state.length; at++) {
          expect(codeOf(await goOn(target, flip(state, at, at % 7), name)), `bit ${at % 7} of ${at}`).toBe(BAD_STATE)
        }
      })
      expect((await goOn(target, state, name)).result?.resultType).toBe('complete')
    })

    attack(`that was cut or stretched is refused (${name})`, async (target) => {
      const state = await begin(target, name)
      const cuts = Array.from({ length: state.length }, (_, length) => state.slice(0, length))
      const stretched = [`${state}A`, `${state}=`, `${state}\n`, ` ${state}`, `A${state}`, state + state, `${state}.`]
      const odd = [null, 1, true, {}, [state], { state }]
      await withoutRunning(target, async () => {
        for (const wrong of [...cuts, ...stretched, ...odd]) {
          expect(codeOf(await goOn(target, wrong, name)), String(wrong)).toBe(BAD_STATE)
        }
      })
    })

    attack(`of another principal is refused (${name})`, async (target) => {
      const state = await begin(target, name)
      const reply = await withoutRunning(target, () => goOn(target, state, name, {}, bob))
      expect(codeOf(reply)).toBe(BAD_STATE)
    })

    attack(`of another tool, of other arguments or of a prompt is refused (${name})`, async (target) => {
      const state = await begin(target, name)
      const prompt = await request(target.url, 'prompts/get', { name: 'order', arguments: args }, alice)
      const replies = await withoutRunning(target, () =>
        Promise.all([
          goOn(target, state, 'other'),
          goOn(target, state, name, { arguments: { item: 'gold' } }),
          goOn(target, state, name, { arguments: { item: 'tea', more: 1 } }),
          goOn(target, state, name, { arguments: undefined }),
          goOn(target, prompt.requestState, name),
          send(target.url, 'prompts/get', { name: 'order', arguments: args, requestState: state }, alice),
        ]),
      )
      expect(replies.map(codeOf)).toEqual(Array(6).fill(BAD_STATE))
    })

    it(`that has expired is refused (${name})`, async () => {
      await using target = await openTarget({ stateTtl: 0 })
      const state = await begin(target, name)
      const { error } = await withoutRunning(target, () => goOn(target, state, name))
      expect(error).toMatchObject({ code: BAD_STATE, message: expect.stringContaining('expired') })
    })
  }

  attack('that is stored is answered once, and with the same reply when it is sent again', async (target) => {
    const state = await begin(target, 'stored')
    const first = await goOn(target, state, 'stored')
    expect(first.result?.resultType).toBe('complete')
    expect(await withoutRunning(target, () => goOn(target, state, 'stored'))).toEqual(first)
    const no = { inputResponses: { confirm: { action: 'decline' } } }
    expect(codeOf(await withoutRunning(target, () => goOn(target, state, 'stored', no)))).toBe(BAD_STATE)
  })

  attack('that is stored runs its steps once when it is sent many times at once', async (target) => {
    const state = await begin(target, 'stored')
    const replies = await Promise.all(Array.from({ length: 20 }, () => goOn(target, state, 'stored')))
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
    expect(replies[0]!.result?.resultType).toBe('complete')
    expect(target.ran.filter((what) => what === 'charge')).toHaveLength(1)
  })

  attack('that is sealed can be sent again, which repeats what comes after it and nothing before', async (target) => {
    const state = await begin(target)
    const [first, second] = [await goOn(target, state), await goOn(target, state)]
    expect(first.result?.content).toEqual(second.result?.content)
    expect(target.ran.filter((what) => what !== 'body')).toEqual(['price', 'charge', 'model', 'charge', 'model'])
  })
})

describe('forged answers', () => {
  /** Everything that might pass for the outcome of a step or of the server's own sample. */
  const forged: Record<string, unknown> = {}
  for (const name of ['price', 'charge', 'sample', 'model']) {
    for (const id of [name, `${name}#2`, `step:${name}`, `/${name}`, `0/${name}`, `1/${name}`]) forged[id] = 1
    forged[name] = { role: 'assistant', model: 'forged', content: { type: 'text', text: 'forged' }, value: 'forged' }
  }
  for (const address of [':0', ':1', ':2', ':3', '0', '1', '2', '3', '.0', '1:0']) forged[address] = { value: 'forged' }

  attack('are no outcomes of steps or of the server’s own samples', async (target) => {
    const early = { name: 'order', arguments: args, inputResponses: { ...forged, ...answers } }
    for (const options of [alice, as(ALICE, { capabilities: { elicitation: {}, sampling: {} } })]) {
      const { result } = await send(target.url, 'tools/call', early, options)
      if (options === alice) expect(result?.content?.[0]?.text).toBe('tea for 42, receipt, thanks')
      // A client that offers to sample is asked, and its early answer does not count.
      else expect(Object.keys(result?.inputRequests ?? {})).toEqual(['sample'])
    }
    const inputResponses = { ...forged, ...answers }
    const { result } = await goOn(target, await begin(target), 'order', { inputResponses })
    expect(result?.content?.[0]?.text).toBe('tea for 42, receipt, thanks')
  })

  attack('to a question that must be asked count only once it was', async (target) => {
    const early = { name: 'strict', arguments: args, inputResponses: answers }
    const { result } = await send(target.url, 'tools/call', early, alice)
    expect(Object.keys(result?.inputRequests ?? {})).toEqual(['confirm'])
    expect(target.ran).not.toContain('charge')
    expect((await goOn(target, result?.requestState, 'strict')).result?.resultType).toBe('complete')
  })

  attack('to the questions of other runs and tasks are refused', async (target) => {
    const { url, ran } = target
    const options = as(ALICE, withTasks)
    const tasks = [await request(url, 'tools/call', { name: 'errand' }, options)]
    tasks.push(await request(url, 'tools/call', { name: 'errand' }, options))
    const [mine, other] = tasks.map(({ taskId }) => taskId!)
    const foreign = { [`${other}:confirm`]: yes, [`${other}/confirm`]: yes, 'confirm#2': yes, 'confirm~2': yes }
    await request(url, 'tasks/update', { taskId: mine, inputResponses: foreign }, options)
    const inputResponses = { ...foreign, ...forged }
    const { result } = await goOn(target, await begin(target), 'order', { inputResponses })
    expect(Object.keys(result?.inputRequests ?? {})).toEqual(['confirm'])
    for (const taskId of [mine, other]) {
      const task = await request(url, 'tasks/get', { taskId }, options)
      expect(Object.keys(task.inputRequests ?? {})).toEqual(['confirm'])
    }
    expect(ran).not.toContain('charge')
  })
})

describe('a body', () => {
  const SIZE = 100 * 1024 * 1024

  const LIMIT = 4 * 1024 * 1024

  // One that says its size is refused before it is read; of any other, the limit is read.
  for (const [how, headers, most] of [
    ['says how large it is', { 'content-length': String(SIZE) }, LIMIT],
    ['does not say how large it is', { 'transfer-encoding': 'chunked' }, SIZE / 2],
  ] as const) {
    attack(`of 100 MB that ${how} is refused early, and not kept`, async (target) => {
      const before = process.memoryUsage()
      const { status, written } = await withoutRunning(target, () => flood(target.url, SIZE, headers))
      const after = process.memoryUsage()
      expect(status).toBe(413)
      expect(written).toBeLessThan(most)
      expect(after.heapUsed + after.external - before.heapUsed - before.external).toBeLessThan(SIZE / 2)
    })
  }

  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  const LEVELS = 100_000

  /** A hundred thousand levels of nesting where it says "deep". */
  const fill = (text: string) => text.replace('"deep"', deep(LEVELS))

  const nested = (method: string, params: Record<string, unknown>, options: SendOptions) => {
    const { headers, body } = toRequest(method, params, options)
    return { headers, body: fill(JSON.stringify(body)) }
  }

  attack('that is nested a hundred thousand levels deep is refused', async (target) => {
    const { url } = target
    const tasks = as(ALICE, withTasks)
    const session = { 'mcp-protocol-version': '2025-11-25', 'mcp-session-id': await openSession(url, ALICE) }
    const { headers } = toRequest('tools/call', { name: 'deep' }, alice)
    const call = (params: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const bombs = [
      { headers, body: deep(LEVELS) },
      { headers: { ...headers, ...session }, body: deep(LEVELS) },
      { headers: { ...headers, ...session }, body: fill(call({ name: 'deep' })) },
      { headers: { ...headers, ...session }, body: fill(call({ name: 'order', arguments: { item: 'deep' } })) },
      nested('tools/call', { name: 'deep' }, alice),
      nested('tools/call', { name: 'echo', arguments: { a: 'deep' } }, alice),
      nested('tools/call', { name: 'errand', arguments: { a: 'deep' } }, tasks),
      nested('tools/call', { name: 'order', arguments: args, requestState: 'deep' }, alice),
      nested('tools/call', { name: 'order', arguments: args, inputResponses: 'deep' }, alice),
      nested('tools/call', { name: 'order', arguments: 'deep' }, alice),
      nested('tools/call', { name: 'order', arguments: args }, as(ALICE, { capabilities: { elicitation: 'deep' } })),
      nested('prompts/get', { name: 'order', arguments: { item: 'tea', a: 'deep' } }, alice),
    ]
    await withoutRunning(target, async () => {
      for (const [index, { headers, body }] of bombs.entries()) {
        const { status, text } = await sendRaw(url, { headers, body })
        expect(status, `bomb ${index}`).toBeLessThan(500)
        expect(text, `bomb ${index}`).toMatch(/"isError":true|"code":-32(600|602|020|700)/)
      }
    })
  })

  attack('with an answer that is nested that deep is no answer', async (target) => {
    const inputResponses = { confirm: { action: 'accept', content: 'deep' } }
    const params = { name: 'order', arguments: args, requestState: await begin(target), inputResponses }
    const { headers, body } = nested('tools/call', params, alice)
    expect((await sendBody(target.url, body, headers)).error?.code).toBe(-32700)
    expect(target.ran).not.toContain('charge')
  })

  attack('with fifty thousand answers costs no more than reading it', async (target) => {
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`confirm#${index + 2}`, yes]))
    const inputResponses = { ...many, ...answers }
    const began = performance.now()
    const { result } = await goOn(target, await begin(target), 'order', { inputResponses })
    expect(result?.content?.[0]?.text).toBe('tea for 42, receipt, thanks')
    expect(performance.now() - began).toBeLessThan(5_000)
  })

  attack('that is a batch is refused as a whole', async (target) => {
    const { url } = target
    const { headers, body } = toRequest('tools/call', { name: 'echo', arguments: {} }, alice)
    const batch = JSON.stringify(Array.from({ length: 1_000 }, (_, id) => ({ ...body, id })))
    const empty = `[${'{},'.repeat(1_000_000)}{}]`
    const session = {
      ...headers,
      'mcp-protocol-version': '2025-03-26',
      'mcp-session-id': await openSession(url, ALICE, '2025-03-26'),
    }
    const call = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'echo', arguments: {} } }
    const rev2025 = JSON.stringify(Array.from({ length: 101 }, (_, id) => ({ ...call, id })))
    await withoutRunning(target, async () => {
      for (const [text, given] of [
        [batch, headers],
        [empty, headers],
        [`[${batch}]`, headers],
        [empty, session],
        [rev2025, session],
        [`[${rev2025}]`, session],
      ] as const) {
        expect((await sendBody(url, text, given)).status).toBe(400)
      }
    })
  })
})

describe('names that objects have by birth', () => {
  const PROTOTYPE = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1}'
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf']

  /** The same request with such names where it says "prototype". */
  const polluted = (params: Record<string, unknown>) => {
    const { headers, body } = toRequest('tools/call', params, alice)
    return [JSON.stringify(body).replaceAll('"prototype"', PROTOTYPE), headers] as const
  }

  attack('are names like others in arguments and answers', async (target) => {
    const { url } = target
    const echoed = await sendBody(url, ...polluted({ name: 'echo', arguments: 'prototype' }))
    expect(echoed.result?.content?.[0]?.text).toBe('constructor,toString')
    const begun = await sendBody(url, ...polluted({ name: 'order', arguments: { item: 'tea', more: 'prototype' } }))
    const answered = await sendBody(
      url,
      ...polluted({
        name: 'order',
        arguments: { item: 'tea', more: 'prototype' },
        requestState: begun.result?.requestState,
        inputResponses: { confirm: { action: 'accept', content: { sure: true, more: 'prototype' } } },
      }),
    )
    expect(answered.result?.content?.[0]?.text).toBe('tea for 42, receipt, thanks')
    const state = await begin(target)
    const params = { name: 'order', arguments: args, requestState: state, inputResponses: 'prototype' }
    const asked = await sendBody(url, ...polluted(params))
    expect(Object.keys(asked.result?.inputRequests ?? {})).toEqual(['confirm'])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  attack('name no method, tool, prompt, task or resource', async (target) => {
    const { url } = target
    await withoutRunning(target, async () => {
      for (const name of names) {
        expect(codeOf(await send(url, name, {}, alice)), name).toBe(-32601)
        expect(codeOf(await send(url, 'tools/call', { name }, alice)), name).toBe(-32602)
        expect(codeOf(await send(url, 'prompts/get', { name }, alice)), name).toBe(-32602)
        expect(codeOf(await send(url, 'resources/read', { uri: name }, alice)), name).toBe(-32602)
        expect(codeOf(await send(url, 'tasks/get', { taskId: name }, as(ALICE, withTasks))), name).toBe(-32602)
      }
    })
  })

  attack('get no completions', async (target) => {
    const refs = [
      { type: 'ref/resource', uri: 'test://{page}' },
      { type: 'ref/prompt', name: 'order' },
    ]
    for (const ref of refs) {
      for (const name of names) {
        const params = { ref, argument: { name, value: 'x' } }
        const { result } = await send(target.url, 'completion/complete', params, alice)
        expect(result, name).toMatchObject({ completion: { values: [] } })
      }
    }
  })

  attack('and what is no name, address or capability at all are mistakes of the client', async (target) => {
    const { url } = target
    const session = { 'mcp-protocol-version': '2025-11-25', 'mcp-session-id': await openSession(url, ALICE) }
    const { headers } = toRequest('tools/call', {}, as(ALICE, { headers: session }))
    await withoutRunning(target, async () => {
      for (const name of [{ toString: 1, valueOf: 1 }, { toString: null }, 1, null, ['echo']]) {
        const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } }
        const { text } = await sendRaw(url, { headers, body: JSON.stringify(call) })
        expect(text, JSON.stringify(name)).toContain('"code":-32602')
        expect(codeOf(await send(url, 'tools/call', { name }, alice)), JSON.stringify(name)).toBe(-32602)
      }
      expect(codeOf(await send(url, 'resources/read', { uri: 'test://%' }, alice))).toBe(-32602)
      const order = { name: 'order', arguments: args }
      for (const capabilities of [
        { elicitation: null },
        { elicitation: 1 },
        { extensions: null },
        { sampling: 'no' },
      ]) {
        const reply = await send(url, 'tools/call', order, as(ALICE, { capabilities }))
        expect(codeOf(reply), JSON.stringify(capabilities)).toBe(-32602)
      }
    })
  })
})

describe('headers', () => {
  const { headers, body } = toRequest('tools/call', { name: 'echo', arguments: {} }, alice)
  const text = JSON.stringify(body)

  attack('of a foreign page are refused', async (target) => {
    const origins = ['http://evil.example', 'null', 'http://localhost.evil.example', 'http://127.0.0.1@evil.example']
    await withoutRunning(target, async () => {
      for (const origin of [...origins, 'file://', '']) {
        const reply = await sendRaw(target.url, { headers: { ...headers, origin }, body: text })
        expect(reply.status, origin).toBe(403)
      }
    })
  })

  attack('for a host that was made to point here are refused', async (target) => {
    const hosts = ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:80', 'evil.example@127.0.0.1']
    await withoutRunning(target, async () => {
      for (const host of hosts) {
        const reply = await sendRaw(target.url, { headers: { ...headers, host }, body: text })
        expect(reply.status, host).toBe(403)
      }
      for (const method of ['GET', 'DELETE', 'OPTIONS']) {
        expect((await sendRaw(target.url, { method, headers: { ...headers, host: 'evil.example' } })).status).toBe(403)
      }
    })
  })

  attack('that say something else than the body, or two things, are refused', async (target) => {
    const wrong: Record<string, string | string[]>[] = [
      { 'mcp-name': ['echo', 'admin'] },
      { 'mcp-name': ['echo', 'echo'] },
      { 'mcp-name': 'admin' },
      { 'mcp-name': `=?base64?${btoa('admin')}?=` },
      { 'mcp-method': ['tools/call', 'tools/list'] },
      { 'mcp-method': 'tools/list' },
      { 'mcp-protocol-version': ['2026-07-28', '2025-11-25'] },
      { 'mcp-protocol-version': '2025-11-25' },
      { 'mcp-protocol-version': '2027-01-01' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'text/plain;application/json' },
    ]
    await withoutRunning(target, async () => {
      for (const given of wrong) {
        const reply = await sendRaw(target.url, { headers: { ...headers, ...given }, body: text })
        expect([400, 415], JSON.stringify(given)).toContain(reply.status)
      }
    })
  })

  attack('that hide a second request in the first are refused', async (target) => {
    const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}`)
    const smuggled = [
      [`content-length: ${text.length}`, 'content-length: 0'],
      ['content-length: 4', 'transfer-encoding: chunked'],
      ['transfer-encoding: chunked', 'transfer-encoding: identity'],
      ['content-length : 4'],
      ['content-length: +4'],
    ]
    await withoutRunning(target, async () => {
      for (const more of smuggled) {
        const bytes = `POST /mcp HTTP/1.1\r\n${[...lines, ...more].join('\r\n')}\r\n\r\n${text}`
        expect(await sendBytes(target.url, bytes), more.join()).toMatch(/^HTTP\/1\.1 400 /)
      }
    })
  })
})

describe('a caller', () => {
  const rev2025 = { 'mcp-protocol-version': '2025-11-25' }
  const call = (name: string) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } })

  attack('without a good token is told whom to ask, and no more', async (target) => {
    const { headers, body } = toRequest('tools/call', { name: 'echo', arguments: {} })
    const tokens = [`Bearer ${ALICE}x`, 'Bearer forged-token', `Bearer  `, `Basic ${btoa(`alice:${ALICE}`)}`, ALICE]
    await withoutRunning(target, async () => {
      for (const authorization of [undefined, ...tokens, `Bearer ${ALICE}, Bearer ${BOB}`, `Bearer ${ALICE} ${BOB}`]) {
        for (const version of [{}, rev2025]) {
          const given = { ...headers, ...version, ...(authorization !== undefined && { authorization }) }
          const reply = await sendRaw(`${target.url}?access_token=${ALICE}`, {
            headers: given,
            body: JSON.stringify(body),
          })
          expect([400, 401], authorization).toContain(reply.status)
          expect(reply.headers['www-authenticate']).toContain('resource_metadata=')
          expect(JSON.stringify([reply.headers, reply.text])).not.toMatch(/token-of-|forged-token/)
        }
      }
    })
  })

  attack('whose token lacks the scope of a tool cannot call it, in either revision', async (target) => {
    const { url } = target
    const session = await openSession(url, BOB, '2025-03-26')
    const given = { ...toRequest('', {}, bob).headers, ...rev2025, 'mcp-session-id': session }
    const batches = { ...given, 'mcp-protocol-version': '2025-03-26' }
    await withoutRunning(target, async () => {
      expect((await send(url, 'tools/call', { name: 'admin' }, bob)).status).toBe(403)
      expect((await sendBody(url, JSON.stringify(call('admin')), given)).status).toBe(403)
      expect((await sendBody(url, JSON.stringify([call('echo'), { ...call('admin'), id: 2 }]), batches)).status).toBe(
        403,
      )
      const disguised = { ...call('admin'), params: { name: ['admin'], arguments: {} } }
      await sendRaw(url, { headers: given, body: JSON.stringify(disguised) })
    })
    expect((await send(url, 'tools/call', { name: 'admin' }, alice)).result?.content?.[0]?.text).toBe('administered')
  })

  attack('does not get at the session of another', async (target) => {
    const { url } = target
    const session = { ...rev2025, 'mcp-session-id': await openSession(url, ALICE) }
    const given = { ...toRequest('', {}, bob).headers, ...session }
    await withoutRunning(target, async () => {
      expect((await sendBody(url, JSON.stringify(call('echo')), given)).status).toBe(404)
      for (const method of ['GET', 'DELETE']) {
        expect((await sendRaw(url, { method, headers: given })).status).toBe(404)
      }
    })
    const own = { ...given, ...alice.headers }
    expect((await sendRaw(url, { headers: own, body: JSON.stringify(call('echo')) })).status).toBe(200)
  })

  attack('does not get at the task of another, nor learns that there is one', async (target) => {
    const { url, ran } = target
    const { taskId } = await request(url, 'tools/call', { name: 'errand' }, as(ALICE, withTasks))
    const before = [...ran]
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
      const asked = async (id: string) => {
        const params = { taskId: id, inputResponses: answers }
        const { error } = await send(url, method, params, as(BOB, withTasks))
        return { ...error, message: error?.message.replaceAll(id, '') }
      }
      const foreign = await asked(taskId!)
      expect(foreign.code).toBe(-32602)
      expect(foreign).toEqual(await asked('00000000-0000-4000-8000-000000000000'))
    }
    expect(ran).toEqual(before)
    const task = await request(url, 'tasks/get', { taskId }, as(ALICE, withTasks))
    expect(task.status).toBe('input_required')
  })
})

/** Opens a session of an earlier revision; resolves to its id. */
async function openSession(url: string, token: string, version = '2025-11-25'): Promise<string> {
  const { headers } = await initialize(url, token, version)
  return headers['mcp-session-id'] as string
}

function initialize(url: string, token: string, version = '2025-11-25') {
  const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'attacker', version: '1' } }
  return sendRaw(url, {
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  })
}

describe('ten thousand sessions', () => {
  attack('are not opened: there is a limit, and it is told', async ({ url }) => {
    const replies: { status: number; text: string }[] = []
    const open = async () => {
      while (replies.length < 10_000) {
        const place = replies.push({ status: 0, text: '' }) - 1
        replies[place] = await initialize(url, BOB)
      }
    }
    await openSession(url, BOB)
    const before = process.memoryUsage().heapUsed
    await Promise.all(Array.from({ length: 16 }, open))
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(150 * 1024 * 1024)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(199)
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(9_801)
    expect(refused[0]!.text).toContain('one caller may have 200 sessions')
  })

  it('leave their places when they are idle', async () => {
    await using target = await openTarget({ limits: { sessions: 20, sessionIdle: 3_000 } })
    const opened = await Promise.all(Array.from({ length: 40 }, () => initialize(target.url, BOB)))
    expect(opened.filter(({ status }) => status === 200)).toHaveLength(20)
    await vi.waitUntil(async () => (await initialize(target.url, ALICE)).status === 200, { timeout: 10_000 })
  })
})

import { closed } from '../closed.ts'
import type { Said, Wire } from '../wire.ts'

/** What the provider wants back with the part that came after a thought. */
export const SIGNATURE = 'CpcBAdHtim9Nv2R5b0tYQm9vZw'

const list = (items: object) => ({ type: 'array', items, minItems: 1 })
const string = { type: 'string' }
const number = { type: 'number' }
const integer = { type: 'integer' }
const name = { type: 'string', pattern: '^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$' }
const schema = { type: 'object' }
const base64 = { type: 'string', pattern: '^[A-Za-z0-9+/]+=*$' }
/** Ours, or what the documentation says to send with a call that no such model has made. */
const thoughtSignature = { enum: [SIGNATURE, 'skip_thought_signature_validator'] }

const text = closed({ text: string })
const inlineData = closed({ inlineData: closed({ mimeType: { type: 'string', pattern: '^\\w+/.+$' }, data: base64 }) })
const said = closed({ text: string }, { thought: { type: 'boolean' }, thoughtSignature })
const functionCall = closed(
  { functionCall: closed({ name, args: { type: 'object' } }, { id: string }) },
  { thoughtSignature },
)
const functionResponse = closed({
  functionResponse: closed({ name, response: { type: 'object' } }, { id: string, parts: list(inlineData) }),
})

/** From its third generation on, the first call of each turn must be signed. */
const model = {
  ...closed({ role: { const: 'model' }, parts: list({ anyOf: [said, inlineData, functionCall] }) }),
  if: { properties: { parts: { contains: { required: ['functionCall'] } } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { properties: { parts: { contains: { required: ['functionCall', 'thoughtSignature'] } } } },
}
const user = closed({ role: { const: 'user' }, parts: list({ anyOf: [text, inlineData] }) })
/** Results stand alone. */
const results = closed({ role: { const: 'user' }, parts: list(functionResponse) })

const MODES = ['AUTO', 'ANY', 'NONE', 'VALIDATED']
const request = {
  ...closed(
    { contents: list({ anyOf: [user, results, model] }) },
    {
      systemInstruction: closed({ parts: list(text) }),
      tools: list(
        closed(
          {},
          {
            functionDeclarations: list(
              closed({ name, description: string }, { parameters: schema, parametersJsonSchema: schema }),
            ),
            googleSearch: closed({}),
          },
        ),
      ),
      toolConfig: closed(
        { functionCallingConfig: closed({ mode: { enum: MODES } }, { allowedFunctionNames: list(name) }) },
        { includeServerSideToolInvocations: { type: 'boolean' } },
      ),
      generationConfig: {
        ...closed(
          {},
          {
            maxOutputTokens: { type: 'integer', minimum: 1 },
            temperature: { type: 'number', minimum: 0, maximum: 2 },
            topP: number,
            topK: integer,
            seed: integer,
            stopSequences: list(string),
            frequencyPenalty: number,
            presencePenalty: number,
            responseMimeType: { enum: ['text/plain', 'application/json'] },
            responseSchema: schema,
            responseJsonSchema: schema,
            thinkingConfig: closed(
              {},
              { includeThoughts: { type: 'boolean' }, thinkingBudget: integer, thinkingLevel: string },
            ),
          },
        ),
        dependentSchemas: {
          responseJsonSchema: {
            properties: { responseMimeType: { const: 'application/json' } },
            required: ['responseMimeType'],
          },
        },
      },
      safetySettings: list(closed({ category: string, threshold: string })),
      cachedContent: string,
    },
  ),
  dependentRequired: { toolConfig: ['tools'] },
}

const STOP = { stop: 'STOP', length: 'MAX_TOKENS', tools: 'STOP' }
const countsOf = ({ usage = { input: 10, output: 5 } }: Said) => usage

const grounded = ({ found }: Said) =>
  found !== undefined && {
    groundingMetadata: { groundingChunks: found.map(({ url, title }) => ({ web: { uri: url, title } })) },
  }

function reply(parts: object[], said: Said, finishReason?: string) {
  const { input, output } = countsOf(said)
  return {
    candidates: [
      {
        content: { role: 'model', parts },
        ...(finishReason && { finishReason, ...grounded(said) }),
        index: 0,
      },
    ],
    usageMetadata: { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output },
    modelVersion: 'loopback',
    responseId: 'response-1',
  }
}

const finishOf = ({ stop = 'stop' }: Said) => STOP[stop]
const words = (spoken = ''): string[] => spoken.match(/\s*\S+|\s+/g) ?? []
const signed = ({ reasoning }: Said) => (reasoning === undefined ? {} : { thoughtSignature: SIGNATURE })

/** The first of the calls is signed, or the text when there are none. */
const callsOf = (said: Said) =>
  (said.calls ?? []).map(({ id, name, input }, i) => ({
    functionCall: { id, name, args: input },
    ...(i === 0 && signed(said)),
  }))

const ERRORS: Record<number, { status: string; message: string }> = {
  400: { status: 'INVALID_ARGUMENT', message: 'Invalid JSON payload received.' },
  401: { status: 'UNAUTHENTICATED', message: 'Request had invalid authentication credentials.' },
  403: { status: 'PERMISSION_DENIED', message: 'The caller does not have permission' },
  404: { status: 'NOT_FOUND', message: 'models/loopback is not found for API version v1beta' },
  429: { status: 'RESOURCE_EXHAUSTED', message: 'You exceeded your current quota.' },
  503: { status: 'UNAVAILABLE', message: 'The model is overloaded. Please try again later.' },
}
const BROKEN = { status: 'INTERNAL', message: 'An internal error has occurred.' }

/** Gemini's generateContent and streamGenerateContent. */
export const google: Wire = {
  name: 'google',
  paths: ['/v1beta/models/{model}:generateContent', '/v1beta/models/{model}:streamGenerateContent'],
  contentType: { whole: 'application/json; charset=UTF-8', stream: 'text/event-stream' },
  request,
  isStream: (path) => path.endsWith(':streamGenerateContent?alt=sse'),
  whole(said) {
    const { reasoning, text: spoken, calls = [] } = said
    const parts = [
      ...(reasoning === undefined ? [] : [{ text: reasoning, thought: true }]),
      ...(spoken === undefined ? [] : [{ text: spoken, ...(calls.length === 0 && signed(said)) }]),
      ...callsOf(said),
    ]
    return JSON.stringify(reply(parts, said, finishOf(said)))
  },
  pieces(said) {
    const { reasoning, text: spoken, calls = [] } = said
    const parts = [
      ...words(reasoning).map((word) => ({ text: word, thought: true })),
      ...words(spoken).map((word) => ({ text: word })),
      ...callsOf(said),
    ]
    // The signature of a text comes after its last word.
    const last = { text: '', ...(calls.length === 0 && signed(said)) }
    const replies = [...parts.map((part) => reply([part], said)), reply([last], said, finishOf(said))]
    return replies.map((each) => `data: ${JSON.stringify(each)}\r\n\r\n`)
  },
  error: (status) => JSON.stringify({ error: { code: status, ...(ERRORS[status] ?? BROKEN) } }),
}

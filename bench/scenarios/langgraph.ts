import { createMcpTool, createMemoryJournal, type Recording, type RunResult, runTool } from '@sweatpants/framework'
import { z } from 'zod'
import { type Contender, interleave } from '../measure.ts'
import type { CompiledGraph, LangGraph } from '../peers.ts'
import { toCell } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { absent, Count, toValue } from './tools.ts'

const SIZES = [1, 10, 100]

/** How often the author's own code ran for one conversation. */
const ran = { bodies: 0, questions: 0, work: 0 }

const work = (i: number): number => {
  ran.work++
  return i
}

const interview = createMcpTool('interview')
  .parameters(Count)
  .elicits({ next: { response: z.object({ value: z.number() }) } })
  .execute(function* ({ n }, ctx) {
    ran.bodies++
    let sum = 0
    for (let i = 0; i < n; i++) {
      yield* ctx.step('work', () => work(i))
      ran.questions++
      const answer = yield* ctx.elicit('next', { message: 'What is next?' })
      if (answer.action === 'accept') sum += answer.content.value
    }
    return sum
  })
  .build()

const answerTo = (result: RunResult<number> & { type: 'parked' }) => ({
  [result.questions[0]!.id]: { action: 'accept', content: { value: 1 } },
})

async function inPlace(n: number): Promise<number> {
  let result = await runTool(interview, { n }, { peer: absent })
  while (result.type === 'parked') result = await result.resume(answerTo(result))
  return toValue(result)
}

/** As text, because MemorySaver serialises its checkpoints too. */
async function rebuilt(n: number): Promise<number> {
  let stored: string | undefined
  let answers = {}
  for (;;) {
    const journal = createMemoryJournal(stored === undefined ? undefined : (JSON.parse(stored) as Recording))
    const result = await runTool(interview, { n }, { peer: absent, journal, answers })
    if (result.type !== 'parked') return toValue(result)
    stored = JSON.stringify(journal.read())
    answers = answerTo(result)
  }
}

function loopInNode({ StateGraph, Annotation, MemorySaver, interrupt, START, END }: LangGraph, n: number) {
  return new StateGraph(Annotation.Root({ answers: Annotation() }))
    .addNode('interview', () => {
      ran.bodies++
      const answers: number[] = []
      for (let i = 0; i < n; i++) {
        work(i)
        ran.questions++
        answers.push(interrupt('What is next?') as number)
      }
      return { answers }
    })
    .addEdge(START, 'interview')
    .addEdge('interview', END)
    .compile({ checkpointer: new MemorySaver() })
}

function loopInEdges({ StateGraph, Annotation, MemorySaver, interrupt, START, END }: LangGraph, n: number) {
  return new StateGraph(Annotation.Root({ answers: Annotation() }))
    .addNode('interview', ({ answers = [] }) => {
      ran.bodies++
      work(answers.length)
      ran.questions++
      return { answers: [...answers, interrupt('What is next?') as number] }
    })
    .addEdge(START, 'interview')
    .addConditionalEdges('interview', ({ answers }) => (answers.length < n ? 'interview' : END))
    .compile({ checkpointer: new MemorySaver() })
}

async function converse({ Command }: LangGraph, graph: CompiledGraph): Promise<number> {
  const config = { configurable: { thread_id: '1' }, recursionLimit: 1000 }
  let state = await graph.invoke({}, config)
  while ((state.__interrupt__?.length ?? 0) > 0) state = await graph.invoke(new Command({ resume: 1 }), config)
  return state.answers.reduce((sum, value) => sum + value, 0)
}

export const langgraph: Scenario = {
  name: 'langgraph',
  about:
    'A loop that does some work and asks a question, n times, answered one at a time, against LangGraph with its ' +
    'MemorySaver. `work` is what runs before each question: in a step for us, in the node for LangGraph.',

  async measure({ quick, peers, ...effort }) {
    const sizes = quick ? SIZES.slice(0, 2) : SIZES
    const ways: Record<string, (n: number) => Promise<number>> = {
      'resumed in place': inPlace,
      'rebuilt from the journal at every answer': rebuilt,
    }
    const { langgraph } = peers
    if (langgraph !== undefined) {
      ways['LangGraph, the loop in a node'] = (n) => converse(langgraph, loopInNode(langgraph, n))
      ways['LangGraph, the loop in its edges'] = (n) => converse(langgraph, loopInEdges(langgraph, n))
    }
    const rows: string[][] = []
    for (const n of sizes) {
      const contenders: Contender[] = Object.entries(ways).map(([name, converse]) => ({
        name,
        run: async () => {
          const sum = await converse(n)
          if (sum !== n) throw new Error(`expected ${n} answers, counted ${sum}`)
        },
      }))
      const spreads = await interleave(contenders, effort)
      for (const [i, { name, run }] of contenders.entries()) {
        Object.assign(ran, { bodies: 0, questions: 0, work: 0 })
        await run()
        const ratio = `${(spreads[i]!.median / spreads[0]!.median).toFixed(1)}×`
        rows.push([name, String(n), toCell(spreads[i]!), ratio, ...Object.values(ran).map(String)])
      }
    }
    return {
      tables: [
        {
          title: 'Microseconds for the whole conversation, and how often the author’s code ran in it',
          head: ['', 'n', 'µs', 'against in place', 'bodies', 'questions', 'work'],
          rows,
        },
      ],
      targets: [],
    }
  },
}

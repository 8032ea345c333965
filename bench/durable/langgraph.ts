import type { CompiledGraph, LangGraph } from '../peers.ts'
import type { System } from './conversation.ts'
import { doWork, ran } from './ran.ts'

type Shape = (langgraph: LangGraph, n: number, checkpointer: unknown) => CompiledGraph

/** As one writes it down: all in one node, which LangGraph runs from its start for every answer. */
export const loopInNode: Shape = ({ StateGraph, Annotation, interrupt, START, END }, n, checkpointer) =>
  new StateGraph(Annotation.Root({ answers: Annotation() }))
    .addNode('interview', () => {
      ran.bodies++
      const answers: number[] = []
      for (let i = 0; i < n; i++) {
        doWork(i)
        ran.questions++
        answers.push(interrupt('What is next?') as number)
      }
      return { answers }
    })
    .addEdge(START, 'interview')
    .addEdge('interview', END)
    .compile({ checkpointer })

/** As its documentation advises: work and question in nodes of their own, so that an answer runs neither again. */
export const loopInEdges: Shape = ({ StateGraph, Annotation, interrupt, START, END }, n, checkpointer) =>
  new StateGraph(Annotation.Root({ answers: Annotation() }))
    .addNode('work', ({ answers = [] }) => {
      ran.bodies++
      doWork(answers.length)
      return { answers }
    })
    .addNode('ask', ({ answers = [] }) => {
      ran.bodies++
      ran.questions++
      return { answers: [...answers, interrupt('What is next?') as number] }
    })
    .addEdge(START, 'work')
    .addEdge('work', 'ask')
    .addConditionalEdges('ask', ({ answers }) => (answers.length < n ? 'work' : END))
    .compile({ checkpointer })

export interface Saver {
  checkpointer: unknown
  close(): unknown
}

export function createLangGraph(name: string, langgraph: LangGraph, shape: Shape, saver: Saver): System {
  const open = (id: string, n: number) => {
    const graph = shape(langgraph, n, saver.checkpointer)
    const config = { configurable: { thread_id: id }, recursionLimit: 10_000 }
    return {
      invoke: (input: unknown) => graph.invoke(input, config),
      hasBegun: async () => (await graph.getState(config)).next.length > 0,
      async answer() {
        const state = await graph.invoke(new langgraph.Command({ resume: 1 }), config)
        const isOver = (state.__interrupt__?.length ?? 0) === 0
        return isOver ? state.answers.reduce((sum, value) => sum + value, 0) : undefined
      },
    }
  }
  return {
    name,
    async begin(id, n) {
      const { invoke, answer } = open(id, n)
      await invoke({})
      return { answer }
    },
    async goOn(id, n, left) {
      const { invoke, hasBegun, answer } = open(id, n)
      // Without input it goes on where its last checkpoint was, unless the first was not written yet; one that waits needs
      // only its answer.
      if (left === 'working') await invoke((await hasBegun()) ? null : {})
      return { answer }
    },
    async [Symbol.asyncDispose]() {
      await saver.close()
    },
  }
}

import { useEffect, useState } from 'react'
import type { ListedRun } from '../dev/inspected-runs.ts'
import type { ProjectEvent, ShownProject } from '../dev/project.ts'
import { readProject } from './requests.ts'

/** The project, with how far the log of each run goes where that is known. */
export interface ProjectState extends ShownProject {
  heads: Readonly<Record<string, number>>
}

/** Milliseconds after which an inspector that did not answer is asked again. */
const AGAIN = 1_000

/** The project as it is now, and what is wrong where it cannot be had. It begins again when another process answers. */
export function useProject(): { project: ProjectState | undefined; isAway: boolean } {
  const [project, setProject] = useState<ProjectState>()
  const [isAway, setAway] = useState(false)

  useEffect(() => {
    let source: EventSource | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false

    const begin = async () => {
      try {
        const read = await readProject()
        if (isOver) return
        setProject({ ...read, heads: {} })
        setAway(false)
        source = new EventSource(`/api/events?epoch=${read.epoch}&after=${read.head}`)
        source.onopen = () => setAway(false)
        source.onmessage = ({ data }) => setProject((before) => before && reduceProject(before, JSON.parse(data)))
        source.onerror = () => {
          setAway(true)
          if (source?.readyState === EventSource.CLOSED) timer = setTimeout(begin, AGAIN)
        }
      } catch {
        setAway(true)
        timer = setTimeout(begin, AGAIN)
      }
    }
    void begin()
    return () => {
      isOver = true
      clearTimeout(timer)
      source?.close()
    }
  }, [])

  return { project, isAway }
}

export function reduceProject(project: ProjectState, event: ProjectEvent): ProjectState {
  switch (event.type) {
    case 'tools_load': {
      const { problem: _, ...rest } = project
      return { ...rest, tools: event.tools, ...(event.problem !== undefined && { problem: event.problem }) }
    }
    case 'tools_refuse':
      return { ...project, problem: event.problem }
    case 'run_change': {
      const { runId, head, about } = event
      const listed: ListedRun = { runId, ...about }
      const known = project.runs.findIndex((run) => run.runId === runId)
      const runs = known === -1 ? [listed, ...project.runs] : project.runs.with(known, listed)
      return { ...project, runs, heads: { ...project.heads, [runId]: head } }
    }
    case 'run_forget':
      return { ...project, runs: project.runs.filter(({ runId }) => runId !== event.runId) }
  }
}

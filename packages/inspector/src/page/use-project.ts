import { useEffect, useState } from 'react'
import type { ListedRun, ProjectEvent, ShownProject } from '../project.ts'
import { followEvents } from './follow-events.ts'
import { readProject } from './requests.ts'

/** The project, with the place of the last known event of each run. */
export interface ProjectState extends ShownProject {
  heads: Readonly<Record<string, number>>
}

/** Follows the project. Loads it again when the inspector was restarted. */
export function useProject(): { project: ProjectState | undefined; isAway: boolean } {
  const [project, setProject] = useState<ProjectState>()
  const [isAway, setAway] = useState(false)

  useEffect(() => {
    const open = async () => {
      const read = await readProject()
      setProject({ ...read, heads: {} })
      setAway(false)
      const source = new EventSource(`/api/events?epoch=${read.epoch}&after=${read.head}`)
      source.onmessage = ({ data }) => setProject((before) => before && reduceProject(before, JSON.parse(data)))
      return source
    }
    return followEvents(open, setAway)
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
      if (head < (project.heads[runId] ?? 0)) return project
      const listed: ListedRun = { runId, ...about }
      const known = project.runs.findIndex((run) => run.runId === runId)
      const runs = known === -1 ? [listed, ...project.runs] : project.runs.with(known, listed)
      return { ...project, runs, heads: { ...project.heads, [runId]: head } }
    }
    case 'run_delete':
      return { ...project, runs: project.runs.filter(({ runId }) => runId !== event.runId) }
  }
}

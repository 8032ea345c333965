import type { ReactNode } from 'react'
import { StatusMark, Time } from './marks.tsx'
import { type PagePlace, toHash } from './use-place.ts'
import type { ProjectState } from './use-project.ts'

/** The tools and runs of the project. */
export function Sidebar({ project, place }: { project: ProjectState; place: PagePlace }): ReactNode {
  const [first] = project.tools
  const toolName = place.type === 'tool' ? place.name : place.type === 'start' ? first?.name : undefined
  const runId = place.type === 'run' || place.type === 'replay' ? place.runId : undefined
  return (
    <nav className="sidebar" aria-label="Tools and runs">
      <h2>Tools</h2>
      <ul>
        {project.tools.map(({ name, description }) => (
          <li key={name}>
            <a href={toHash({ type: 'tool', name })} aria-current={name === toolName ? 'page' : undefined}>
              <span className="mono">{name}</span>
              {description !== undefined && <span className="quiet">{description}</span>}
            </a>
          </li>
        ))}
      </ul>
      <h2>Runs</h2>
      {project.runs.length === 0 && <p className="quiet">No runs yet.</p>}
      <ul>
        {project.runs.map((run) => (
          <li key={run.runId}>
            <a href={toHash({ type: 'run', runId: run.runId })} aria-current={run.runId === runId ? 'page' : undefined}>
              <span className="mono">{run.tool}</span>
              <span className="quiet">
                <StatusMark status={run.status} /> · <Time at={run.startedAt} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

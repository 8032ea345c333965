import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { PageTop } from './page-top.tsx'
import { ReplayPanel } from './replay-panel.tsx'
import { RunPanel } from './run-panel.tsx'
import { Sidebar } from './sidebar.tsx'
import { ToolPanel } from './tool-panel.tsx'
import { type PagePlace, usePlace } from './use-place.ts'
import { type ProjectState, useProject } from './use-project.ts'

function Inspector(): ReactNode {
  const { project, isAway } = useProject()
  const place = usePlace()
  return (
    <div className="page">
      <PageTop
        title="Sweatpants inspector"
        aside={project !== undefined && <p className="quiet">Model: {project.model}</p>}
      />
      <div role="status" className="notices">
        {isAway && <p className="notice danger">The inspector is not responding. Retrying…</p>}
        {project?.problem !== undefined && (
          <p className="notice danger">
            <strong>Could not load:</strong> {project.problem}
          </p>
        )}
      </div>
      {project !== undefined && (
        <div className="columns">
          <Sidebar project={project} place={place} />
          <main id="main" tabIndex={-1}>
            <Content project={project} place={place} />
          </main>
        </div>
      )}
    </div>
  )
}

function Content({ project, place }: { project: ProjectState; place: PagePlace }): ReactNode {
  switch (place.type) {
    case 'run':
      return <RunPanel key={place.runId} runId={place.runId} project={project} />
    case 'replay':
      return (
        <ReplayPanel
          key={place.runId}
          runId={place.runId}
          at={place.at}
          head={project.heads[place.runId]}
          tools={project.tools}
        />
      )
    case 'tool': {
      const tool = project.tools.find(({ name }) => name === place.name)
      if (tool === undefined) return <p>The project has no tool {place.name}.</p>
      return <ToolPanel key={`${tool.name} ${place.like}`} tool={tool} like={place.like} model={project.model} />
    }
    case 'start': {
      const [tool] = project.tools
      if (tool === undefined) return <p>No tools are loaded.</p>
      return <ToolPanel key={tool.name} tool={tool} like={undefined} model={project.model} />
    }
  }
}

createRoot(document.getElementById('page')!).render(<Inspector />)

import { type ReactNode } from 'react';
import type { ProjectState } from './use-project.ts';
/** A run: its questions, its effects, its journal, its result. */
export declare function RunPanel({ runId, project }: {
    runId: string;
    project: ProjectState;
}): ReactNode;
